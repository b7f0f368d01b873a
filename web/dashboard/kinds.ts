import { BookOpen, FileQuestion, GraduationCap, Newspaper, NotebookText } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Kind } from '#contract/kinds.ts'

interface KindScreens {
  icon: LucideIcon
  load(): Promise<{ List: ComponentType; Add: ComponentType; Edit: ComponentType }>
}

/** The kinds of record as the dashboard knows them. */
export const kindScreens: Record<Kind, KindScreens> = {
  book: { icon: BookOpen, load: () => import('./books/screens.ts') },
  note: { icon: NotebookText, load: () => import('./notes/screens.ts') },
  exam: { icon: FileQuestion, load: () => import('./exams/screens.ts') },
  result: { icon: GraduationCap, load: () => import('./results/screens.ts') },
  news: { icon: Newspaper, load: () => import('./news/screens.ts') },
}
