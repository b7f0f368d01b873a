import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#contract/format.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import type { SearchMiss } from '#contract/resources/search.ts'
import { api } from '#web/api-client.ts'
import { QueryError } from '../parts/states.tsx'

/** The queries that found nothing, most frequent first, so that staff know what to add. */
export function MissedSearches() {
  const query = useQuery({
    queryKey: [apiPaths.searchMisses],
    queryFn: async ({ signal }) =>
      (await api.get<{ misses: SearchMiss[] }>(apiPaths.searchMisses, { signal })).misses,
    staleTime: 0,
  })
  return (
    <section className="card panel" aria-labelledby="misses-title">
      <h2 className="panel__title" id="misses-title">
        يبحث عنه الطلبة ولا نملكه
      </h2>
      {query.isError ? <QueryError title="تعذر تحميل عمليات البحث" query={query} /> : null}
      {query.data?.length === 0 ? <p className="panel__hint">كل ما بحث عنه الطلبة كان موجوداً.</p> : null}
      <ul className="attention">
        {query.data?.map(miss => (
          <li key={miss.query}>
            <a href={`${paths.search}?q=${encodeURIComponent(miss.query)}`}>
              <bdi>{miss.query}</bdi>
            </a>
            <span className="tag tag--gold">{formatNumber(miss.count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
