import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber, formatPlainNumber, countedNouns } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, sha256OfFileAddress } from '#contract/paths.ts'
import type { FileTexts } from '#contract/resources/file.ts'
import { api } from '#web/api-client.ts'

/** Beside a PDF of ours: how many of its pages are searched, and which are not. Source: F6.3. */
export function PageTextsLine({ address }: { address: string }) {
  const sha256 = sha256OfFileAddress(address)
  const path = apiPaths.fileTexts(sha256 ?? '')
  const { data: texts } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await api.get<{ data: FileTexts | null }>(path, { signal })).data,
    enabled: sha256 !== undefined,
    staleTime: 0,
    refetchInterval: query => (query.state.data?.isEnded === false ? limits.liveMs : false),
  })
  if (!texts) return null
  const { pageCount, searched, unsure, isEnded, failure } = texts
  if (pageCount === null) return <small>{failure ?? 'لم تُقرأ صفحات الملف للبحث بعد.'}</small>
  return (
    <>
      <small>
        {isEnded ? 'قابل للبحث: ' : 'تُقرأ الصفحات للبحث، وقابل له حتى الآن: '}
        {formatNumber(searched)} من {formatCount(pageCount, countedNouns.page)}
      </small>
      {failure === null ? null : <small>{failure}</small>}
      {unsure.length > 0 ? (
        <details>
          <summary>صفحات لا يُبحث فيها: {formatNumber(unsure.length)}</summary>
          <p className="muted">صورتها غير واضحة أو بلا كلمات: {rangesOf(unsure).map(rangeText).join('، ')}</p>
        </details>
      ) : null}
    </>
  )
}

/** Runs of pages. */
function rangesOf(pages: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = []
  for (const page of pages) {
    const range = ranges.at(-1)
    if (range && page === range[1] + 1) range[1] = page
    else ranges.push([page, page])
  }
  return ranges
}

function rangeText([first, last]: [number, number]): string {
  const begin = formatPlainNumber(first)
  return first === last ? begin : `${begin}–${formatPlainNumber(last)}`
}
