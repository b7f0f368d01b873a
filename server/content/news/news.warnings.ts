import { limits } from '#contract/limits.ts'
import type { NewsInput } from '#contract/resources/news.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { isSameText, warnOfDuplicates } from '#server/content/record/warnings.ts'
import { listNews } from './news.repository.ts'

/** What to look at before a news item is saved: one with the same title. Source: S5.4. */
export async function listNewsWarnings(
  db: Queryable,
  { title }: Unsaved<NewsInput>,
  except: readonly string[],
): Promise<Warning[]> {
  if (!title) return []
  const { items } = await listNews(
    db,
    { search: title, limit: limits.duplicatesRead, offset: 0 },
    undefined,
    'any',
  )
  const same = items.filter(row => !except.includes(row.id) && isSameText(row.title, title))
  return warnOfDuplicates(same, row => row.title)
}
