import type { InsideAnswer, InsideHit } from '#contract/resources/inside.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Services } from '#server/services.ts'

/** What is read, and the way back to it. */
export interface ReadRecord {
  /** The kind, a colon, and the id, as the device keeps it. */
  key: string
  title: string
  /** What the head of phones has room for: «الكيمياء · السادس الإعدادي». */
  heading: string
  /** What else tells it from its like: the branch, the teacher. */
  about: string
  href: string
  file: FileFacts
  sha256: string
}

/** What is known of a document before its pages are drawn. */
export type DocumentShape = Awaited<ReturnType<Services['files']['pagePictures']['facts']>>

/**
 * Why nothing of a document can be shown: it opens, and yet it cannot be drawn; or telling what it is like took too long,
 * which may be otherwise in some minutes.
 */
export type Unreadable = 'broken' | 'slow'

/** What was looked for in a document, and the pages on which it stands. */
export interface FoundInside {
  find: string
  answer: InsideAnswer
  /** Those of the pages that are shown which stand behind the ones that are sent. */
  beyond: readonly InsideHit[]
  /** Where more is told of a page: the call, without its page. */
  more: string
}
