import { BookOpen, FileQuestionMark, Newspaper, NotebookPen } from 'lucide-react'
import type { SearchType } from '#contract/resources/search.ts'

/** The picture of each kind of record that has pages. */
export const typeIcons: Record<SearchType, typeof BookOpen> = {
  book: BookOpen,
  malazima: NotebookPen,
  'ministerial-exam': FileQuestionMark,
  news: Newspaper,
}
