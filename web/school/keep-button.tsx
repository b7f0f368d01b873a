import { Bookmark } from 'lucide-react'
import { StateSign } from './state-sign.tsx'

interface KeepButtonProps {
  /** The kind, a colon, and the id: `book:0abc1def2ghj3kmn`. */
  of: string
  title: string
}

/**
 * Puts a record on the shelf of this device; turns into a ring that can be held, then into a tick. Its states are set by
 * `web/islands/keep.ts`.
 */
export function KeepButton({ of, title }: KeepButtonProps) {
  return (
    <button
      className="keep icon-button needs-script"
      type="button"
      data-behaviour="shelf"
      data-shelved={of}
      data-name={title}
      aria-label={`احفظ «${title}» في رفّي`}
    >
      <StateSign free={Bookmark} />
    </button>
  )
}
