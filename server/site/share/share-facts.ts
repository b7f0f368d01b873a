import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatDate, formatPlainNumber } from '#contract/format.ts'
import type { ShareKind } from '#contract/paths.ts'
import { kinds } from '#contract/kinds.ts'
import type { ShareFacts } from '#server/pictures/share-image.ts'
import type { BooksService } from '#server/content/books/books.service.ts'
import type { NotesService } from '#server/content/notes/notes.service.ts'
import type { ExamsService } from '#server/content/exams/exams.service.ts'
import type { NewsService } from '#server/content/news/news.service.ts'
import { plainLine } from '#server/site/plain-line.ts'

export interface ShareRecord {
  facts: ShareFacts
  version: number
}

/** Those whose records have a picture for messengers. */
export interface ShareServices {
  books: BooksService
  notes: NotesService
  exams: ExamsService
  news: NewsService
}

/** What the picture of the product itself says. */
export const siteFacts: ShareFacts = {
  title: 'كل ما يحتاجه الطالب في مكان واحد',
  subtitle: 'كتب منهجية وملازم وأسئلة وزارية ونتائج وأخبار لطلبة العراق',
  kind: 'منصة تعليمية',
}

const finders: Record<ShareKind, (services: ShareServices, id: string) => Promise<ShareRecord>> = {
  async book({ books }, id) {
    const { title, subject, stage, branch, releaseYear, version } = await books.get(id)
    const subtitle = [
      subjectLabels[subject],
      grades[stage].label,
      branch && branchLabels[branch],
      year(releaseYear),
    ]
    return share(kinds.book.label, title, subtitle, version)
  },
  async note({ notes }, id) {
    const { title, teacher, subject, stage, releaseYear, version } = await notes.get(id)
    const subtitle = [teacher, subjectLabels[subject], grades[stage].label, year(releaseYear)]
    return share(kinds.note.label, title, subtitle, version)
  },
  async exam({ exams }, id) {
    const { title, subject, stage, releaseYear, try: round, version } = await exams.get(id)
    const subtitle = [
      subjectLabels[subject],
      grades[stage].label,
      year(releaseYear),
      roundLabel(round, formatPlainNumber),
    ]
    return share('أسئلة وزارية', title, subtitle, version)
  },
  async news({ news }, id) {
    const { title, type, createdAt, version } = await news.get(id)
    return share(kinds.news.label, title, [newsCategoryLabels[type], formatDate(createdAt)], version)
  },
}

/** What the picture of a record says. Errors: the record's `…_not_found`. */
export function getShareRecord(services: ShareServices, kind: ShareKind, id: string): Promise<ShareRecord> {
  return finders[kind](services, id)
}

function year(releaseYear: number): string {
  return formatPlainNumber(releaseYear)
}

function share(kind: string, title: string, subtitle: (string | null)[], version: number): ShareRecord {
  const parts = subtitle.map(part => plainLine(part ?? '')).filter(part => part !== '')
  return { facts: { kind, title: plainLine(title), subtitle: parts.join('، ') }, version }
}
