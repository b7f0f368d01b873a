import { BookOpen, FileQuestionMark, GraduationCap, Newspaper, NotebookText } from 'lucide-react'
import type { KindIcon } from '#contract/kinds.ts'

/** The pictures of kinds of record that can be found. */
export const kindIcons: Record<KindIcon, typeof BookOpen> = {
  book: BookOpen,
  notebook: NotebookText,
  questions: FileQuestionMark,
  newspaper: Newspaper,
  graduation: GraduationCap,
}
