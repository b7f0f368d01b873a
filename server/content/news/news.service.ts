import { limits } from '#contract/limits.ts'
import { dayInBaghdad, isBareDate, startOfDayInBaghdad } from '#contract/period.ts'
import { picturesOf, plainTextOf } from '#contract/resources/formatted-text.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import { kinds } from '#contract/kinds.ts'
import type { NewsItem, NewsInput, NewsListQuery, StaffNewsItem } from '#contract/resources/news.ts'
import type { ContentDependencies } from '#server/content/record/content-kind.ts'
import { recordService } from '#server/content/record/record-service.ts'
import { keptCounts, keptTotals } from '#server/content/record/kept-counts.ts'
import type { CountedList } from '#contract/school-lists.ts'
import { listMatches, type StateFilter } from '#server/content/record/visibility.ts'
import { newsSnapshotSchema, presentNewsItem } from './news.presenter.ts'
import * as repository from './news.repository.ts'
import type { NewsCount, NewsRow } from './news.repository.ts'
import { newsDocument, newsSearchText } from './news.search.ts'
import { listNewsWarnings } from './news.warnings.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'

export type NewsService = ReturnType<typeof createNewsService>

/** When the item was published: a day that is the record's own, or today, keeps the time of day that it has. */
function publicationOf(said: string | undefined, before: Date | undefined): { createdAt?: Date } {
  if (said === undefined) return {}
  if (!isBareDate(said)) return { createdAt: new Date(said) }
  const own = [before, new Date()].find(moment => moment && dayInBaghdad(moment) === said)
  return { createdAt: own ?? startOfDayInBaghdad(said) }
}

/** The words of a content, and the content itself where it is more than its words. */
function contentOf(content: NewsInput['content']): Pick<NewsRow, 'content' | 'formatted'> {
  return typeof content === 'string'
    ? { content, formatted: null }
    : { content: plainTextOf(content), formatted: content }
}

/** Everything that can be done with news. Errors: `news_not_found`, and those of `recordService`. */
export function createNewsService({ files, search, writing }: ContentDependencies) {
  const db = writing.database.kysely

  async function present(rows: readonly NewsRow[]): Promise<NewsItem[]> {
    const facts = await files.factsOf(rows.map(row => row.image))
    return rows.map(row => presentNewsItem(row, facts))
  }

  const withTexts = (row: NewsRow) => ({ ...row, searchText: newsSearchText(row) })

  const record = recordService<NewsRow, NewsRow, NewsInput, NewsItem>(writing, {
    entity: kinds.news.entity,
    tag: 'news',
    notFound: 'news_not_found',
    sentences: {
      added: ({ title }) => `أُضيف الخبر «${title}»`,
      changed: ({ title }) => `عُدّل الخبر «${title}»`,
      deleted: ({ title }) => `حُذف الخبر «${title}»`,
      restored: ({ title }) => `استُعيد الخبر «${title}» بعد حذفه`,
    },
    nameOf: ({ title }) => title,
    store: {
      find: repository.findNewsItem,
      lock: repository.lockNews,
      insert: (transaction, rows) => repository.insertNews(transaction, rows.map(withTexts)),
      replace: (transaction, rows) => repository.replaceNews(transaction, rows.map(withTexts)),
      remove: repository.removeNews,
    },
    valuesOf: (input, before) => ({
      ...publicationOf(input.createdAt, before?.createdAt),
      title: input.title,
      bio: input.bio,
      ...contentOf(input.content),
      type: input.type,
      image: input.image,
      keywords: input.keywords,
    }),
    hasOwnDay: true,
    snapshotSchema: newsSnapshotSchema,
    filesOf: ({ image, formatted }) => [
      { field: 'image', kind: 'image', address: image },
      ...(formatted ? picturesOf(formatted) : []).map(address => ({
        field: 'content',
        kind: 'image' as const,
        address,
      })),
    ],
    documentOf: newsDocument,
    present,
    presentStale: row => presentNewsItem(row, new Map()),
  })

  const counts = keptCounts<NewsCount>(writing.changes, 'news', () => repository.countNews(db))

  const totals = keptTotals(db, writing.changes, 'news')

  return {
    ...record,

    /** A page of the site's list, newest first, with the count of each category. */
    async listOfSite(
      query: Omit<NewsListQuery, 'sortBy' | 'missing'>,
    ): Promise<CountedList<NewsItem, NewsCount>> {
      const matches = await listMatches(search, 'news', query.search, 'published')
      const counting = query.search ? repository.countFoundNews(db, query.search, matches) : counts()
      const countAll = async () =>
        (await counting).reduce(
          (sum, { type, count }) => sum + (query.type && type !== query.type ? 0 : count),
          0,
        )
      const [found, { items, total }] = await Promise.all([
        counting,
        repository.listNews(db, { ...query, sortBy: 'desc' }, matches, 'published', countAll),
      ])
      return { items: await present(items), total, counts: found }
    },

    /** What to look at before a save; `except` names the records that do not count. */
    listWarnings(input: Unsaved<NewsInput>, except: readonly string[]): Promise<Warning[]> {
      return listNewsWarnings(db, input, except)
    },

    async list(
      query: NewsListQuery & ListOrder,
      state: StateFilter = 'published',
    ): Promise<ListPage<StaffNewsItem>> {
      const matches = await listMatches(search, 'news', query.search, state)
      const { items, total } = await repository.listNews(db, query, matches, state, totals(query, state))
      return { items: await record.present(items), total }
    },

    async latest(limit: number): Promise<NewsItem[]> {
      return present(await repository.listLatestNews(db, limit))
    },

    /** The latest news without the item that is being read. */
    async readAlso(id: string, limit: number = limits.readAlsoNews): Promise<NewsItem[]> {
      return present(await repository.listLatestNews(db, limit, id))
    },
  }
}
