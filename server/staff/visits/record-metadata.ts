import type { Book } from '#contract/resources/book.ts'
import type { Exam } from '#contract/resources/exam.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import type { Note } from '#contract/resources/note.ts'
import type { RecordType, VisitMetadata, VisitedPage } from './visited-page.ts'

interface Finder<Item> {
  find(id: string): Promise<Item | undefined>
}

/** Where the records of visited pages are found. */
export interface RecordFinders {
  books: Finder<Book>
  notes: Finder<Note>
  exams: Finder<Exam>
  news: Finder<NewsItem>
}

/** What the visits screen tells of each visited record, by its id; records that do not exist are missing. */
export async function recordMetadata(
  finders: RecordFinders,
  visits: readonly Pick<VisitedPage, 'record'>[],
): Promise<Map<string, VisitMetadata>> {
  const known = new Map<string, VisitMetadata>()
  const asked = new Set<string>()
  for (const { record } of visits) {
    if (record === undefined || asked.has(record.id)) continue
    asked.add(record.id)
    const metadata = await metadataOf[record.type](finders, record.id)
    if (metadata !== undefined) known.set(record.id, metadata)
  }
  return known
}

const metadataOf: Record<
  RecordType,
  (finders: RecordFinders, id: string) => Promise<VisitMetadata | undefined>
> = {
  async book({ books }, id) {
    const book = await books.find(id)
    return book && { title: book.title, ...schoolFacts(book) }
  },
  async note({ notes }, id) {
    const note = await notes.find(id)
    return note && { title: note.title, name: note.teacher, ...schoolFacts(note) }
  },
  async exam({ exams }, id) {
    const exam = await exams.find(id)
    return (
      exam && {
        title: exam.title,
        ...schoolFacts({ ...exam, branch: null }),
        ...(exam.try > 0 && { try: exam.try }),
      }
    )
  },
  async news({ news }, id) {
    const item = await news.find(id)
    return item && { title: item.title, type: item.type }
  },
}

function schoolFacts(record: {
  stage: string
  subject: string
  branch: string | null
  releaseYear: number
}): VisitMetadata {
  const { stage, subject, branch, releaseYear } = record
  return { stage, subject, ...(branch !== null && { branch }), releaseYear }
}
