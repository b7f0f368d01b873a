import { useEffect, useRef, useState } from 'react'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import type { TableRow } from './metadata-table.ts'
import type { ReadTables } from './read-tables.ts'
import type { TableOutcome } from './table-banner.tsx'
import type { OpenIngest } from './use-ingest.ts'

/** Lines of tables for which there is no file yet, and what was done with the others. */
interface HeldLines {
  id: string
  lines: readonly TableRow[]
  total: number
  count: number
  problems: readonly string[]
}

const withoutFile = ({ line, file }: TableRow) => `السطر ${formatNumber(line)}: لا ملف هنا باسم «${file}».`

/**
 * Tables of metadata that are dropped into an import. Lines without a file wait while an archive, which may hold it, is
 * sent or opened; `isMine` says that this window is the one that writes. Source: S15.3.
 */
export function useTables(
  id: string,
  ingest: Pick<OpenIngest, 'describe' | 'isArchiveComing' | 'query'>,
  isMine: boolean,
) {
  const [told, setTold] = useState<TableOutcome | undefined>()
  const heldRef = useRef<HeldLines | undefined>(undefined)

  const describe = async (now: HeldLines) => {
    const outcome = await ingest.describe(now.id, now.lines)
    if (!outcome) return
    const { left } = outcome
    const count = now.count + outcome.count
    const problems = [...now.problems, ...outcome.problems]
    const words = `أُخذ من الجدول ما يخص ${formatCount(count, countedNouns.line)} من ${formatNumber(now.total)}.`
    if (left.length > 0 && ingest.isArchiveComing(now.id)) {
      heldRef.current = { ...now, lines: left, count, problems }
      const waiting = `بانتظار ما في ملف ZIP: ${formatCount(left.length, countedNouns.line)}.`
      setTold({
        words: `${words} ${waiting} أبقِ الصفحة مفتوحة حتى يُفتح، وإلا فأفلت الجدول من جديد.`,
        problems,
      })
    } else setTold({ words, problems: [...problems, ...left.map(withoutFile)] })
  }

  const describeRef = useRef(describe)
  describeRef.current = describe
  const { data } = ingest.query
  const { isArchiveComing } = ingest
  useEffect(() => {
    const held = heldRef.current
    if (!isMine || !data || held?.id !== id || isArchiveComing(id)) return
    heldRef.current = undefined
    void describeRef.current(held)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is asked of the import changes with its data alone
  }, [data, id, isMine])

  return {
    told,
    /** Says what could not be read of tables; nothing of those before, unless lines of them still wait. */
    tell(problems: readonly string[]) {
      if (problems.length > 0) setTold({ words: '', problems })
      else if (!heldRef.current) setTold(undefined)
    },
    /** Types what tables say of files into the import. */
    async describe(own: string, { rows, problems }: ReadTables): Promise<void> {
      const held = heldRef.current?.id === own ? heldRef.current : undefined
      heldRef.current = undefined
      await describe({
        id: own,
        lines: [...(held?.lines ?? []), ...rows],
        total: (held?.total ?? 0) + rows.length,
        count: held?.count ?? 0,
        problems: [...(held?.problems ?? []), ...problems],
      })
    },
  }
}
