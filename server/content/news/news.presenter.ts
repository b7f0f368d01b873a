import { snapshotStamps } from '#server/content/record/snapshot.ts'
import { newsItemSchema } from '#contract/resources/news.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import type { NewsRow } from './news.repository.ts'

/** A news item as it leaves the server: the listed fields and nothing else. */
export function presentNewsItem(row: NewsRow): NewsItem {
  return {
    id: row.id,
    title: row.title,
    bio: row.bio,
    content: row.content,
    type: row.type,
    image: row.image,
    keywords: row.keywords,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A deleted news item as its audit entry holds it. */
export const newsSnapshotSchema = newsItemSchema.extend(snapshotStamps)
