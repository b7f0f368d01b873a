import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { branchLabels } from '#contract/codes/branches.ts'
import { apiPaths } from '#contract/paths.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import type { Release } from '#contract/resources/release.ts'
import { addressOfStopped, needsDecision, unreadOf } from './cells.ts'
import type { ReleaseCell } from './cells.ts'
import { addressOf } from './release-grid.tsx'

interface ReleaseExceptionsProps {
  release: Release
  cells: readonly ReleaseCell[]
  /** Another release is asked for and has not come: nothing is done to this one. */
  isOld: boolean
  /** Somebody has looked at these results and found them right. */
  onConfirm: (ids: string[]) => void
  onDone: () => Promise<unknown>
}

/** What holds a city back, each with what can be done about it. */
export function ReleaseExceptions({ release, cells, isOld, onConfirm, onDone }: ReleaseExceptionsProps) {
  const held = cells.filter(needsDecision)
  if (held.length === 0) return null
  const reopen = async (ids: string[]) => {
    try {
      for (const id of ids) await api.post(apiPaths.resultSheetsOpening(id))
      notify('success', 'يُفتح الأرشيف من جديد.')
    } catch (error) {
      notify('error', `تعذرت إعادة الفتح. ${messageOf(error)}`)
    }
    await onDone()
  }
  return (
    <section className="card release__held" aria-labelledby="release-held">
      <h2 id="release-held">تحتاج قراراً</h2>
      <ul>
        {held.map(cell => {
          const name = cell.branch ? `${cell.city}، ${branchLabels[cell.branch]}` : cell.city
          const repeatAddress = addressOfStopped(cell.results)
          const failed = cell.results.filter(({ archive }) => archive === 'failed').map(({ id }) => id)
          return (
            <li key={name} data-state={cell.state}>
              <strong>{name}</strong>
              <span>{[cell.problem, cell.stopped > 0 ? unreadOf(cell.results) : ''].join(' ').trim()}</span>
              <Link className="button is-plain" to={addressOf(cell, release)}>
                افحص<span className="visually-hidden"> {name}</span>
              </Link>
              {repeatAddress ? (
                <Link className="button is-plain" to={repeatAddress}>
                  افتح الأعمال
                </Link>
              ) : null}
              {failed.length > 0 ? (
                <Button
                  icon={<RotateCcw aria-hidden />}
                  disabled={isOld}
                  aria-label={`أعد المحاولة: ${name}`}
                  onClick={() => void reopen(failed)}
                >
                  أعد المحاولة
                </Button>
              ) : null}
              {cell.state === 'doubt' ? (
                <Button
                  disabled={isOld}
                  aria-label={`صحيحة، أعلنها: ${name}`}
                  onClick={() => onConfirm(cell.results.map(({ id }) => id))}
                >
                  صحيحة، أعلنها
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
