import type { FileFacts } from '#contract/resources/file.ts'
import { snapshotStamps } from '#server/content/record/snapshot.ts'
import { newsItemSchema } from '#contract/resources/news.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import type { NewsRow } from './news.repository.ts'

/** A news item as it leaves the server: the listed fields and nothing else. */
export function presentNewsItem(row: NewsRow, facts: ReadonlyMap<string, FileFacts>): NewsItem {
  return {
    id: row.id,
    title: row.title,
    bio: row.bio,
    content: row.content,
    formatted: row.formatted,
    type: row.type,
    image: row.image,
    keywords: row.keywords,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    imageFile: facts.get(row.image) ?? null,
  }
}

/** A deleted news item as its audit entry holds it. */
export const newsSnapshotSchema = newsItemSchema.omit({ imageFile: true }).extend({
  ...snapshotStamps,
  formatted: newsItemSchema.shape.formatted.default(null),
})
