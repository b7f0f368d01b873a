import { ministerialGradeCodes, stageCodes } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { paths } from '#contract/paths.ts'
import { defineTextDocument, xmlText } from './text-document.ts'

interface Dated {
  id: string
  updatedAt: string
}

const staticPaths = [
  paths.home,
  paths.books,
  ...stageCodes.map(paths.booksOfStage),
  paths.notes,
  ...stageCodes.map(paths.notesOfStage),
  paths.exams,
  ...ministerialGradeCodes.map(paths.examsOfGrade),
  paths.results,
  ...ministerialGradeCodes.map(paths.resultsOfGrade),
  paths.news,
  paths.about,
  paths.contact,
  paths.help,
  paths.faq,
  paths.terms,
  paths.privacy,
]

const type = 'application/xml; charset=utf-8'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/* A sitemap holds at most this many addresses. Source: sitemaps.org. */
const maxAddresses = 50_000

async function readAll(list: (offset: number) => Promise<ListPage<Dated>>): Promise<Dated[]> {
  const items: Dated[] = []
  for (let offset = 0; offset < maxAddresses; offset += limits.maxListLimit) {
    const page = await list(offset)
    items.push(...page.items)
    if (offset + limits.maxListLimit >= page.total) break
  }
  return items
}

function urlSet(origin: string, entries: readonly { path: string; updatedAt?: string }[]): string {
  const urls = entries.map(({ path, updatedAt }) => {
    const dated = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''
    return `<url><loc>${xmlText(origin + path)}</loc>${dated}</url>`
  })
  return `${head}<urlset ${namespace}>${urls.join('')}</urlset>`
}

const parts = ['pages', 'books', 'notes', 'exams', 'news'] as const

/** `/sitemap.xml`: the index of the sitemaps, one for each kind of page. */
const sitemapIndex = defineTextDocument({
  address: '/sitemap.xml',
  type,
  tags: [],
  write: async origin => {
    const maps = parts.map(part => `<sitemap><loc>${xmlText(`${origin}/sitemaps/${part}.xml`)}</loc></sitemap>`)
    return `${head}<sitemapindex ${namespace}>${maps.join('')}</sitemapindex>`
  },
})

const pagesSitemap = defineTextDocument({
  address: '/sitemaps/pages.xml',
  type,
  tags: [],
  write: async origin => urlSet(origin, staticPaths.map(path => ({ path }))),
})

const limit = limits.maxListLimit
const all = { limit, search: undefined, stage: undefined, stageType: undefined, branch: undefined }

const booksSitemap = defineTextDocument({
  address: '/sitemaps/books.xml',
  type,
  tags: ['books'],
  write: async (origin, { books }) => {
    const items = await readAll(offset => books.list({ ...all, offset, category: undefined, releaseYear: undefined }))
    return urlSet(origin, items.map(({ id, updatedAt }) => ({ path: paths.book(id), updatedAt })))
  },
})

const notesSitemap = defineTextDocument({
  address: '/sitemaps/notes.xml',
  type,
  tags: ['notes'],
  write: async (origin, { notes }) => {
    const query = { ...all, subject: undefined, teacher: undefined, year: undefined }
    const items = await readAll(offset => notes.list({ ...query, offset }))
    return urlSet(origin, items.map(({ id, updatedAt }) => ({ path: paths.note(id), updatedAt })))
  },
})

const examsSitemap = defineTextDocument({
  address: '/sitemaps/exams.xml',
  type,
  tags: ['exams'],
  write: async (origin, { exams }) => {
    const query = { ...all, subject: undefined, try: undefined, releaseYear: undefined }
    const items = await readAll(offset => exams.list({ ...query, offset }))
    return urlSet(origin, items.map(({ id, updatedAt }) => ({ path: paths.exam(id), updatedAt })))
  },
})

const newsSitemap = defineTextDocument({
  address: '/sitemaps/news.xml',
  type,
  tags: ['news'],
  write: async (origin, { news }) => {
    const query = { limit, type: undefined, sortBy: undefined, search: undefined }
    const items = await readAll(offset => news.list({ ...query, offset }))
    return urlSet(origin, items.map(({ id, updatedAt }) => ({ path: paths.newsItem(id), updatedAt })))
  },
})

/** What search engines read to find every page. */
export const sitemapDocuments = [
  sitemapIndex,
  pagesSitemap,
  booksSitemap,
  notesSitemap,
  examsSitemap,
  newsSitemap,
]
