import { Bookmark, CircleCheck, Pause, TriangleAlert } from 'lucide-react'

interface KeepButtonProps {
  /** The kind, a colon, and the id: `book:0abc1def2ghj3kmn`. */
  of: string
  title: string
  /** With words beside its sign. */
  isLabelled?: boolean
}

/**
 * Puts a record on the shelf of this device; turns into a ring that can be held, then into a tick. Its states are set by
 * `web/islands/keep.ts`.
 */
export function KeepButton({ of, title, isLabelled = false }: KeepButtonProps) {
  return (
    <button
      className={isLabelled ? 'keep button is-quiet needs-script' : 'keep icon-button needs-script'}
      type="button"
      data-behaviour="shelf"
      data-shelved={of}
      data-name={title}
      aria-label={`احفظ «${title}» في رفّي`}
    >
      <span className="keep-sign" aria-hidden="true">
        <Bookmark />
        <Pause />
        <CircleCheck />
        <TriangleAlert />
      </span>
      {isLabelled && <span className="keep-words">احفظ في رفّي</span>}
    </button>
  )
}
