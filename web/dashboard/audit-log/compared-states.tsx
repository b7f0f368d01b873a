import { useState } from 'react'
import type { ReactNode } from 'react'
import { formatDateTime } from '#contract/format.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { differenceOf, stateNames } from './audit-diff.ts'
import { ChangesTable } from './changes-table.tsx'

interface Comparison {
  /** The state that others are compared with. */
  first: AuditEntry | undefined
  /** Takes a state: the first one is kept, takes another away again, and is compared with every further one. */
  choose: (entry: AuditEntry) => void
  /** Which state is chosen, and the way to leave it. */
  note: ReactNode
  dialog: ReactNode
}

/** The difference of any two states in the history of a record; another record begins anew. Source: S14.3. */
export function useComparison(entityId: string): Comparison {
  const [chosen, setChosen] = useState<AuditEntry | undefined>()
  const [second, setSecond] = useState<AuditEntry | undefined>()
  const first = chosen?.entityId === entityId ? chosen : undefined
  return {
    first,
    choose(entry) {
      if (first === undefined) setChosen(entry)
      else if (first.id === entry.id) setChosen(undefined)
      else setSecond(entry)
    },
    note: (
      <p className="audit-reach" role="status">
        {first ? (
          <>
            تُقارن حال {formatDateTime(first.createdAt)}: اختر حالاً أخرى.{' '}
            <button type="button" className="link" onClick={() => setChosen(undefined)}>
              ألغِ المقارنة
            </button>
          </>
        ) : null}
      </p>
    ),
    dialog:
      first && second ? (
        <ComparisonDialog states={[first, second]} onClose={() => setSecond(undefined)} />
      ) : null,
  }
}

interface ComparisonDialogProps {
  states: [AuditEntry, AuditEntry]
  onClose: () => void
}

function ComparisonDialog({ states, onClose }: ComparisonDialogProps) {
  const { older, newer, changes } = differenceOf(states)
  const [before, after] = stateNames(older, newer)
  return (
    <Dialog title="ما تغيّر بين الحالين" size="large" onClose={onClose}>
      {changes.length > 0 ? (
        <ChangesTable changes={changes} before={before} after={after} />
      ) : (
        <p className="dialog__text">لا فرق بين الحالين: كل الحقول متساوية.</p>
      )}
      <footer className="dialog__footer">
        <Button onClick={onClose} data-first-focus>
          إغلاق
        </Button>
      </footer>
    </Dialog>
  )
}
