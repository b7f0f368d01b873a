import { books } from './books/books.kind.ts'
import { exams } from './exams/exams.kind.ts'
import { news } from './news/news.kind.ts'
import { notes } from './notes/notes.kind.ts'
import { results } from './results/results.kind.ts'

/** The kinds of record as the server knows them, each by the name of its list. */
export const contentKinds = { books, notes, exams, results, news }
