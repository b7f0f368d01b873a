import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { newsCard } from '#contract/resources/news.ts'
import type { NewsItem, NewsInput, NewsListQuery } from '#contract/resources/news.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { newsSnapshotSchema, presentNewsItem } from './news.presenter.ts'
import * as repository from './news.repository.ts'
import type { NewsRow } from './news.repository.ts'
import { newsDocument, newsSearchText } from './news.search.ts'
import type { SearchService } from '#server/search/search.service.ts'
import { claimKey } from '#server/content/record/creation-keys.ts'
import type { CreationOptions } from '#server/content/record/creation-keys.ts'
import { refuseStale } from '#server/content/record/refuse-stale.ts'
import { writeAudited } from '#server/content/record/write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from '#server/content/record/write-audited.ts'

export type NewsService = ReturnType<typeof createNewsService>

interface Dependencies {
  database: OpenDatabase
  search: Pick<SearchService, 'matchesIn'>
  writing: Writing
}

/** Everything that can be done with news. Errors: `news_not_found`, `stale_version`, `invalid_fields`. */
export function createNewsService({ database, search, writing }: Dependencies) {
  const db = database.kysely

  async function find(id: string): Promise<NewsItem | undefined> {
    const row = await repository.findNewsItem(db, id)
    return row && presentNewsItem(row)
  }

  async function lock(transaction: AuditedTransaction, id: string): Promise<NewsRow> {
    const row = await repository.findNewsItemForUpdate(transaction, id)
    if (!row) throw new AppError('news_not_found')
    return row
  }

  /** The parts of a write that follow from the item as it stands after it. */
  function recordOf(row: NewsRow) {
    return {
      entity: newsCard.entity,
      entityId: row.id,
      tag: 'news' as const,
      files: {
        recordId: row.id,
        addresses: [{ field: 'image', kind: 'image' as const, address: row.image }],
      },
      search: { put: newsDocument(row) },
    }
  }

  return {
    find,

    async get(id: string): Promise<NewsItem> {
      const item = await find(id)
      if (!item) throw new AppError('news_not_found')
      return item
    },

    async list(query: NewsListQuery): Promise<ListPage<NewsItem>> {
      const matches = query.search ? await search.matchesIn(newsCard.type, query.search) : undefined
      const { items, total } = await repository.listNews(db, query, matches)
      return { items: items.map(presentNewsItem), total }
    },

    async latest(limit: number): Promise<NewsItem[]> {
      return (await repository.listLatestNews(db, limit)).map(presentNewsItem)
    },

    /** The latest news without the item that is being read. */
    async readAlso(id: string, limit: number = limits.readAlsoNews): Promise<NewsItem[]> {
      return (await repository.listLatestNews(db, limit, id)).map(presentNewsItem)
    },

    async create(
      input: NewsInput,
      actor: Actor,
      { at = new Date(), attempt }: CreationOptions = {},
    ): Promise<NewsItem> {
      const row: NewsRow = { ...rowValues(input), id: newId(), version: 1, createdAt: at, updatedAt: at }
      const record = presentNewsItem(row)
      await writeAudited(writing, actor, async transaction => {
        await claimKey(transaction, attempt, record)
        await repository.insertNewsItem(transaction, { ...row, searchText: newsSearchText(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `أُضيف الخبر «${row.title}»`,
          oldData: null,
          newData: row,
        }
      })
      return record
    },

    async update(id: string, input: NewsInput, actor: Actor): Promise<NewsItem> {
      const { result } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await refuseStale(writing, transaction, {
          actor,
          entity: newsCard.entity,
          row: before,
          base: input.version,
          current: () => presentNewsItem(before),
        })
        const row: NewsRow = {
          ...before,
          ...rowValues(input),
          version: before.version + 1,
          updatedAt: new Date(),
        }
        await repository.replaceNewsItem(transaction, { ...row, searchText: newsSearchText(row) })
        return {
          ...recordOf(row),
          result: row,
          action: 'UPDATE',
          description: `عُدّل الخبر «${row.title}»`,
          oldData: before,
          newData: row,
        }
      })
      return presentNewsItem(result)
    },

    async delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }> {
      const { auditId } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await repository.removeNewsItem(transaction, id)
        return {
          result: undefined,
          action: 'DELETE',
          entity: newsCard.entity,
          entityId: id,
          description: `حُذف الخبر «${before.title}»`,
          oldData: before,
          newData: null,
          tag: 'news',
          files: { recordId: id, addresses: [] },
          search: { remove: { type: newsCard.type, id } },
        } satisfies AuditedWrite<undefined>
      })
      return { id, auditId }
    },

    /** Puts a deleted item back as its audit entry holds it. Errors: `not_restorable` when it exists. */
    async restore(snapshot: unknown, actor: Actor): Promise<NewsItem> {
      const row = newsSnapshotSchema.parse(snapshot)
      await writeAudited(writing, actor, async transaction => {
        if (await repository.findNewsItem(transaction, row.id)) throw new AppError('not_restorable')
        await repository.insertNewsItem(transaction, { ...row, searchText: newsSearchText(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `استُعيد الخبر «${row.title}» بعد حذفه`,
          oldData: null,
          newData: row,
        }
      })
      return presentNewsItem(row)
    },
  }
}

function rowValues(input: NewsInput) {
  return {
    title: input.title,
    bio: input.bio,
    content: input.content,
    type: input.type,
    image: input.image,
    keywords: input.keywords,
  }
}
