import { BookOpen, FileQuestion, GraduationCap, Newspaper, NotebookText } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { AuditEntity } from '#contract/codes/audit.ts'
import type { FieldNames } from '#contract/field-names.ts'
import { isKindEntity, kindOfEntity } from '#contract/kinds.ts'
import type { Kind } from '#contract/kinds.ts'
import { bookFields } from '#contract/resources/book.ts'
import { examFields } from '#contract/resources/exam.ts'
import { newsFields } from '#contract/resources/news.ts'
import { noteFields } from '#contract/resources/note.ts'
import { resultFields } from '#contract/resources/result.ts'
import type { FieldOwner } from './standard/field-text.ts'

interface KindScreens {
  icon: LucideIcon
  names: FieldNames
  load(): Promise<{ List: ComponentType; Add: ComponentType; Edit: ComponentType }>
}

/** The kinds of record as the dashboard knows them. */
export const kindScreens: Record<Kind, KindScreens> = {
  book: {
    icon: BookOpen,
    names: bookFields,
    load: () => import('./books/screens.ts'),
  },
  note: {
    icon: NotebookText,
    names: noteFields,
    load: () => import('./notes/screens.ts'),
  },
  exam: {
    icon: FileQuestion,
    names: examFields,
    load: () => import('./exams/screens.ts'),
  },
  result: {
    icon: GraduationCap,
    names: resultFields,
    load: () => import('./results/screens.ts'),
  },
  news: {
    icon: Newspaper,
    names: newsFields,
    load: () => import('./news/screens.ts'),
  },
}

/** Whose fields those of an entry of the log, or of a page, are. */
export function ownerOf(entity: AuditEntity | undefined): FieldOwner {
  const isKind = entity !== undefined && isKindEntity(entity)
  return { entity, names: isKind ? kindScreens[kindOfEntity[entity]].names : undefined }
}
