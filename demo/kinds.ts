import { books } from './books/books.demo.ts'
import { exams } from './exams/exams.demo.ts'
import { news } from './news/news.demo.ts'
import { notes } from './notes/notes.demo.ts'
import { results } from './results/results.demo.ts'

/** The kinds of record in the demo library, each by the name of its list. */
export const demoParts = { books, notes, exams, results, news }
