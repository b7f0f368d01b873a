import type { ReactNode } from 'react'
import type { Refusal } from '../uploads/check-file.ts'

/** Which of the chosen files a field did not take, and why; undefined when it took all. */
export function refusedFiles(refusals: readonly Refusal[]): ReactNode {
  if (refusals.length === 0) return undefined
  return refusals.map(({ reason, names }) => (
    <span key={reason} className="refused-files">
      {reason}:{' '}
      {names.map((name, index) => (
        <span key={`${index}-${name}`}>
          {index > 0 ? '، ' : ''}
          <bdi>«{name}»</bdi>
        </span>
      ))}
    </span>
  ))
}
