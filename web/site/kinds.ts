import { books } from './books/books.kind.tsx'
import { exams } from './exams/exams.kind.ts'
import { news } from './news/news.kind.tsx'
import { notes } from './notes/notes.kind.ts'
import { results } from './results/results.kind.ts'
import type { SiteKind } from './site-kind.ts'

/** The kinds of record as the public site knows them, in the order of the menus. */
export const siteKinds: readonly SiteKind[] = [news, books, notes, results, exams]
