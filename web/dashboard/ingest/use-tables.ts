import { useEffect, useRef, useState } from 'react'
import { formatCount, formatNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { messageOf } from '#web/api-client.ts'
import type { TableRow } from './metadata-table.ts'
import type { ReadTables } from './read-tables.ts'
import type { TableOutcome } from './table-banner.tsx'
import type { OpenIngest } from './use-ingest.ts'

/** Lines of tables that are not typed yet, and what was done with those before them. */
interface HeldLines {
  lines: readonly TableRow[]
  total: number
  count: number
  problems: readonly string[]
}

const nothing: HeldLines = { lines: [], total: 0, count: 0, problems: [] }

const withoutFile = ({ line, file }: TableRow) => `السطر ${formatNumber(line)}: لا ملف هنا باسم «${file}».`

/**
 * Tables of metadata that are dropped into an import. Lines without a file wait while an archive, which may hold it, is
 * sent or opened; lines that could not be compared with the files are tried again when the import is next looked at.
 * `isMine` says that this window is the one that writes. Source: S15.3.
 */
export function useTables(
  id: string,
  ingest: Pick<OpenIngest, 'describe' | 'isArchiveComing' | 'query'>,
  isMine: boolean,
) {
  const [told, setTold] = useState<TableOutcome | undefined>()
  const heldRef = useRef(new Map<string, HeldLines>())
  const turnsRef = useRef({ last: Promise.resolve(), waiting: 0 })

  const describe = async (own: string) => {
    const held = heldRef.current.get(own)
    if (!held) return
    try {
      const { left, ...typed } = await ingest.describe(own, held.lines)
      const count = held.count + typed.count
      const problems = [...held.problems, ...typed.problems]
      const words = `أُخذ من الجدول ما يخص ${formatCount(count, staffNouns.line)} من ${formatNumber(held.total)}.`
      if (left.length > 0 && ingest.isArchiveComing(own)) {
        heldRef.current.set(own, { ...held, lines: left, count, problems })
        const waiting = `بانتظار ما في ملف ZIP: ${formatCount(left.length, staffNouns.line)}.`
        setTold({
          words: `${words} ${waiting} أبقِ الصفحة مفتوحة حتى يُفتح، وإلا فأفلت الجدول من جديد.`,
          problems,
        })
        return
      }
      heldRef.current.delete(own)
      setTold({ words, problems: [...problems, ...left.map(withoutFile)] })
    } catch (error) {
      setTold({
        words: 'لم يُقارن الجدول بالملفات بعد، ويُعاد ذلك ما دامت الصفحة مفتوحة.',
        problems: [messageOf(error), ...held.problems],
      })
    }
  }
  const describeRef = useRef(describe)
  describeRef.current = describe
  /* What two drops hold of one import would else overwrite each other. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const turns = turnsRef.current
    turns.waiting += 1
    turns.last = turns.last.then(act).finally(() => (turns.waiting -= 1))
    return turns.last
  }

  const { dataUpdatedAt } = ingest.query
  const { isArchiveComing } = ingest
  useEffect(() => {
    if (!isMine || !heldRef.current.has(id) || turnsRef.current.waiting > 0 || isArchiveComing(id)) return
    void inTurn(() => describeRef.current(id))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is asked of the import changes with its answers alone
  }, [dataUpdatedAt, id, isMine])

  return {
    told,
    /** Says what could not be read of tables; nothing of those before, unless lines of them still wait. */
    tell(problems: readonly string[]) {
      if (problems.length > 0) setTold({ words: '', problems })
      else if (heldRef.current.size === 0) setTold(undefined)
    },
    /** Types what tables say of files into the import. */
    describe(own: string, { rows, problems }: ReadTables): Promise<void> {
      return inTurn(async () => {
        const held = heldRef.current.get(own) ?? nothing
        heldRef.current.set(own, {
          lines: [...held.lines, ...rows],
          total: held.total + rows.length,
          count: held.count,
          problems: [...held.problems, ...problems],
        })
        await describeRef.current(own)
      })
    },
  }
}
