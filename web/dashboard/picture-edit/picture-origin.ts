import { sha256OfFileAddress } from '#contract/paths.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { ask } from '#web/ask.ts'
import { canRedraw } from '../uploads/fit-picture.ts'
import { noEdit } from './crop.ts'
import type { PictureEdit } from './crop.ts'

/** The picture that an edited one came from, and what was done to it: each edit begins at the picture as it came. */
export interface PictureOrigin {
  name: string
  /** The chosen file, or the address of a stored one. */
  content: File | string
  /** Its address once it is stored: what an edit that is taken back leads to. */
  stored?: string | undefined
  edit: PictureEdit
}

/** The origin of a file that was chosen just now. */
export function originOfFile(file: File): PictureOrigin {
  return { name: file.name, content: file, edit: noEdit }
}

/** Whether a picture can be turned and cropped: a moving one would stand still. */
export function isEditable({ content }: PictureOrigin): boolean {
  return typeof content === 'string' || canRedraw(content.type)
}

/** The origin of a stored picture that nobody has edited here; undefined where its bytes cannot be had or drawn anew. */
export function originOfStored(address: string, facts: FileFacts | undefined): PictureOrigin | undefined {
  if (sha256OfFileAddress(address) === undefined || facts?.damage) return undefined
  if (facts && !canRedraw(facts.type)) return undefined
  return { name: facts?.name ?? '', content: address, stored: address, edit: noEdit }
}

/** The bytes of an origin. Errors: throws when they cannot be had. */
export async function contentOf({ content }: PictureOrigin, signal: AbortSignal): Promise<Blob> {
  if (typeof content !== 'string') return content
  const answer = await ask(content, { signal })
  if (!answer.ok) throw new Error(`The picture was answered with ${answer.status}`)
  return answer.blob()
}
