import { BookOpen, FileQuestionMark, Newspaper, NotebookPen } from 'lucide-react'
import type { SearchHit, SearchType } from '#contract/resources/search.ts'

const typeIcons: Record<SearchType, typeof BookOpen> = {
  book: BookOpen,
  malazima: NotebookPen,
  'ministerial-exam': FileQuestionMark,
  news: Newspaper,
}

/** The mark before a hit: what it is, in the colour of its subject. It says nothing that the words do not. */
export function HitTile({ hit }: { hit: Pick<SearchHit, 'type' | 'subject'> }) {
  const Icon = typeIcons[hit.type]
  return (
    <span className="hit-tile" data-subject={hit.subject ?? undefined} aria-hidden="true">
      <Icon />
    </span>
  )
}
