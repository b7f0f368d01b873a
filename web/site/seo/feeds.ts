import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { siteName } from './head-tags.tsx'
import { defineTextDocument, xmlText } from './text-document.ts'

interface FeedEntry {
  title: string
  path: string
  summary: string
  createdAt: string
  updatedAt: string
}

interface Feed {
  path: string
  page: string
  title: string
  entries: readonly FeedEntry[]
}

/** The addresses of the Atom feeds. */
export const feedPaths = {
  all: '/feed.xml',
  news: '/news/feed.xml',
  books: '/books/feed.xml',
  notes: '/notes/feed.xml',
  exams: '/ministerial/feed.xml',
} as const

const type = 'application/atom+xml; charset=utf-8'
const maxEntries = limits.newsPerPage

/* The beginning of time stands for a feed without entries. */
const never = '1970-01-01T00:00:00.000Z'

function atom(origin: string, { path, page, title, entries }: Feed): string {
  const updated = entries.map(entry => entry.updatedAt).toSorted().at(-1) ?? never
  const written = entries.map(
    entry =>
      `<entry><title>${xmlText(entry.title)}</title><id>${xmlText(origin + entry.path)}</id>` +
      `<link href="${xmlText(origin + entry.path)}"/><published>${entry.createdAt}</published>` +
      `<updated>${entry.updatedAt}</updated><summary>${xmlText(entry.summary)}</summary></entry>`,
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ar">` +
    `<title>${xmlText(`${siteName} | ${title}`)}</title><id>${xmlText(origin + path)}</id>` +
    `<link rel="self" href="${xmlText(origin + path)}"/><link href="${xmlText(origin + page)}"/>` +
    `<updated>${updated}</updated><author><name>${siteName}</name></author>${written.join('')}</feed>`
  )
}

type Services = Parameters<Parameters<typeof defineTextDocument>[0]['write']>[1]

async function newsEntries({ news }: Services): Promise<FeedEntry[]> {
  const items = await news.latest(maxEntries)
  return items.map(item => ({
    title: item.title,
    path: paths.newsItem(item.id),
    summary: `${newsCategoryLabels[item.type]}: ${item.bio}`,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }))
}

async function bookEntries({ books }: Services): Promise<FeedEntry[]> {
  const items = await books.latest(maxEntries)
  return items.map(item => ({
    title: item.title,
    path: paths.book(item.id),
    summary: `${subjectLabels[item.subject]}، ${grades[item.stage].label}. ${item.description}`,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }))
}

async function noteEntries({ notes }: Services): Promise<FeedEntry[]> {
  const items = await notes.latest(maxEntries)
  return items.map(item => ({
    title: item.title,
    path: paths.note(item.id),
    summary: `${subjectLabels[item.subject]}، ${grades[item.stage].label}، ${item.teacher}`,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }))
}

async function examEntries({ exams }: Services): Promise<FeedEntry[]> {
  const items = await exams.latest(maxEntries)
  return items.map(item => ({
    title: item.title,
    path: paths.exam(item.id),
    summary: `${subjectLabels[item.subject]}، ${grades[item.stage].label}`,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }))
}

function defineFeed(
  path: string,
  page: string,
  title: string,
  tags: ('books' | 'notes' | 'exams' | 'news')[],
  read: (services: Services) => Promise<FeedEntry[]>,
) {
  return defineTextDocument({
    address: path,
    type,
    tags,
    write: async (origin, services) => atom(origin, { path, page, title, entries: await read(services) }),
  })
}

/** An Atom feed for each list, and one of everything new. */
export const feedDocuments = [
  defineFeed(feedPaths.news, paths.news, 'الأخبار', ['news'], newsEntries),
  defineFeed(feedPaths.books, paths.books, 'الكتب المدرسية', ['books'], bookEntries),
  defineFeed(feedPaths.notes, paths.notes, 'الملازم', ['notes'], noteEntries),
  defineFeed(feedPaths.exams, paths.exams, 'الأسئلة الوزارية', ['exams'], examEntries),
  defineFeed(feedPaths.all, paths.home, 'جديد الموقع', ['books', 'notes', 'exams', 'news'], async services => {
    const lists = await Promise.all([
      newsEntries(services),
      bookEntries(services),
      noteEntries(services),
      examEntries(services),
    ])
    return lists
      .flat()
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      .slice(0, 2 * maxEntries)
  }),
]
