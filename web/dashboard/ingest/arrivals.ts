import type { ArrivedFile } from '#contract/resources/ingest.ts'
import { isFinalRefusal } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'

interface Given {
  tell: (ingestId: string, files: ArrivedFile[]) => Promise<void>
  onTold: (ids: readonly string[]) => void
  /** The server does not take them, however often they are told. */
  onRefused: (ids: readonly string[], error: unknown) => void
}

const settleMs = 800
const againMs = 3000

/** Those that were refused for good: the ones that the refusal names, or all of them. */
function refusedOf(ids: readonly string[], error: unknown): readonly string[] {
  if (!isFinalRefusal(error)) return []
  const named = ids.filter(id => error.stale.includes(id))
  return named.length > 0 ? named : ids
}

/** Tells imports which of their files are there, by portions; what could not be told is told again. */
export function createArrivals({ tell, onTold, onRefused }: Given) {
  const arrived = new Map<string, ArrivedFile[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellIn = (ms: number) => {
    timer ??= setTimeout(tellNow, ms)
  }

  const put = (ingestId: string, files: readonly ArrivedFile[]) =>
    arrived.set(ingestId, [...(arrived.get(ingestId) ?? []), ...files])

  /** Tells at once what waits. */
  const tellNow = () => {
    clearTimeout(timer)
    timer = undefined
    const told = [...arrived]
    arrived.clear()
    for (const [ingestId, files] of told) {
      const ids = files.map(({ id }) => id)
      tell(ingestId, files).then(
        () => onTold(ids),
        (error: unknown) => {
          logFailure('What has arrived could not be told', error)
          const refused = refusedOf(ids, error)
          if (refused.length > 0) onRefused(refused, error)
          const others = files.filter(({ id }) => !refused.includes(id))
          if (others.length === 0) return
          put(ingestId, others)
          tellIn(againMs)
        },
      )
    }
  }

  return {
    add(ingestId: string, file: ArrivedFile) {
      put(ingestId, [file])
      tellIn(settleMs)
    },
    tellNow,
  }
}
