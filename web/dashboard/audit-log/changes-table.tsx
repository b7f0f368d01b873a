import type { FieldChange } from './audit-diff.ts'

interface ChangesTableProps {
  changes: readonly FieldChange[]
  /** What the values before the change are called; left out where there were none. */
  before: string | undefined
  /** What those after it are called; left out where there are none. */
  after: string | undefined
}

/** Fields with their values before and after a change. */
export function ChangesTable({ changes, before: beforeLabel, after: afterLabel }: ChangesTableProps) {
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">الحقل</th>
          {beforeLabel ? <th scope="col">{beforeLabel}</th> : null}
          {afterLabel ? <th scope="col">{afterLabel}</th> : null}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            {beforeLabel ? (
              <td className="diff__before" data-label={beforeLabel}>
                <bdi>{before || '—'}</bdi>
              </td>
            ) : null}
            {afterLabel ? (
              <td className="diff__after" data-label={afterLabel}>
                <bdi>{after || '—'}</bdi>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
