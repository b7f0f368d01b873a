import type { Refusal } from '../uploads/check-file.ts'

/** Which of the chosen files a field did not take, and why. */
export function RefusedFiles({ refusals }: { refusals: readonly Refusal[] }) {
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
