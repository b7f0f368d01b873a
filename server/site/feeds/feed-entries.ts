import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { FeedKind } from '#contract/paths.ts'
import type { Result } from '#contract/resources/result.ts'
import type { BooksService } from '#server/content/books/books.service.ts'
import type { NotesService } from '#server/content/notes/notes.service.ts'
import type { ExamsService } from '#server/content/exams/exams.service.ts'
import type { ResultsService } from '#server/content/results/results.service.ts'
import type { NewsService } from '#server/content/news/news.service.ts'
import type { AtomEntry, AtomFeed } from './atom.ts'

/** Those whose newest records feeds tell. */
export interface FeedServices {
  books: BooksService
  notes: NotesService
  exams: ExamsService
  results: ResultsService
  news: NewsService
}

const publisher = 'رافد'
const limit = limits.feedEntries

interface FeedCard {
  title: string
  subtitle: string
  pagePath: string
  entries(services: FeedServices): Promise<AtomEntry[]>
}

type ListKind = Exclude<FeedKind, 'all'>

const lists: Record<ListKind, FeedCard> = {
  news: {
    title: 'رافد: الأخبار',
    subtitle: 'أخبار التعليم في العراق: الجداول والنتائج والمناهج.',
    pagePath: paths.news,
    entries: async ({ news }) =>
      (await news.latest(limit)).map(item => ({
        ...item,
        key: `news:${item.id}`,
        summary: item.bio,
        path: paths.newsItem(item.id),
        author: 'فريق تحرير رافد',
        category: newsCategoryLabels[item.type],
      })),
  },
  books: {
    title: 'رافد: الكتب المدرسية',
    subtitle: 'أحدث الكتب المنهجية لجميع المراحل.',
    pagePath: paths.books,
    entries: async ({ books }) =>
      (await books.latest(limit)).map(book => ({
        ...book,
        key: `book:${book.id}`,
        summary: line(
          subjectLabels[book.subject],
          grades[book.stage].label,
          book.branch && branchLabels[book.branch],
          formatPlainNumber(book.releaseYear),
        ),
        path: paths.book(book.id),
        author: publisher,
        category: subjectLabels[book.subject],
      })),
  },
  notes: {
    title: 'رافد: الملازم',
    subtitle: 'أحدث ملازم المدرسين لجميع المراحل.',
    pagePath: paths.notes,
    entries: async ({ notes }) =>
      (await notes.latest(limit)).map(note => ({
        ...note,
        key: `note:${note.id}`,
        summary: line(
          note.teacher,
          subjectLabels[note.subject],
          grades[note.stage].label,
          note.branch && branchLabels[note.branch],
          formatPlainNumber(note.releaseYear),
        ),
        path: paths.note(note.id),
        author: note.teacher,
        category: subjectLabels[note.subject],
      })),
  },
  exams: {
    title: 'رافد: الأسئلة الوزارية',
    subtitle: 'أحدث أسئلة الامتحانات الوزارية.',
    pagePath: paths.exams,
    entries: async ({ exams }) =>
      (await exams.latest(limit)).map(exam => ({
        ...exam,
        key: `exam:${exam.id}`,
        summary: line(
          subjectLabels[exam.subject],
          grades[exam.stage].label,
          formatPlainNumber(exam.releaseYear),
          roundLabel(exam.try, formatPlainNumber),
        ),
        path: paths.exam(exam.id),
        author: publisher,
        category: subjectLabels[exam.subject],
      })),
  },
  results: {
    title: 'رافد: النتائج الوزارية',
    subtitle: 'أحدث ملفات نتائج الامتحانات الوزارية.',
    pagePath: paths.results,
    entries: async ({ results }) => (await latestResults(results)).map(resultEntry),
  },
}

const listKinds: readonly ListKind[] = ['news', 'books', 'notes', 'exams', 'results']

const everything: FeedCard = {
  title: 'رافد: جديد الموقع',
  subtitle: 'كل جديد: الأخبار والكتب والملازم والأسئلة الوزارية والنتائج.',
  pagePath: paths.home,
  async entries(services) {
    const all = await Promise.all(listKinds.map(kind => lists[kind].entries(services)))
    return all
      .flat()
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      .slice(0, limit)
  },
}

/** The lists that a feed shows something of. */
export function listsOfFeed(kind: FeedKind): readonly ListKind[] {
  return kind === 'all' ? listKinds : [kind]
}

/** The latest records of a list, or of all, as a feed, newest first. */
export async function makeFeed(services: FeedServices, kind: FeedKind): Promise<AtomFeed> {
  const { entries, ...card } = kind === 'all' ? everything : lists[kind]
  return { ...card, key: `feed:${kind}`, path: discoveryPaths.feed(kind), entries: await entries(services) }
}

async function latestResults(results: FeedServices['results']): Promise<Result[]> {
  const noFilters = {
    stage: undefined,
    branch: undefined,
    city: undefined,
    school: undefined,
    try: undefined,
    releaseYear: undefined,
    search: undefined,
  }
  return (await results.list({ ...noFilters, limit, offset: 0 })).items
}

/** A result has no page of its own: the entry leads to its year and city in the folder browser. */
function resultEntry(result: Result): AtomEntry {
  const { city, school, stage, branch, releaseYear } = result
  const place = new URLSearchParams({ path: `${releaseYear}/${city}` })
  return {
    key: `result:${result.id}`,
    title: line(
      `نتائج ${grades[stage].label}`,
      city,
      branch && branchLabels[branch],
      roundLabel(result.try, formatPlainNumber),
      formatPlainNumber(releaseYear),
    ),
    summary: line(school, city, `نتائج ${grades[stage].label}`),
    path: `${paths.resultsOfGrade(stage)}?${place}`,
    author: publisher,
    category: grades[stage].label,
    createdAt: result.createdAt,
    updatedAt: result.updatedAt,
  }
}

function line(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join('، ')
}
