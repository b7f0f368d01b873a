import { Bookmark } from 'lucide-react'
import { paths } from '#contract/paths.ts'

/** The way to what is kept on this device, with its number; the loader finds here which worker to register, if any. */
export function ShelfLink({ worker }: { worker: string | undefined }) {
  return (
    <a
      className="icon-button shelf-link"
      href={paths.shelf}
      aria-label="رفّي"
      data-behaviour="shelf"
      data-kept="shelf"
      data-worker={worker}
    >
      <Bookmark aria-hidden="true" />
      <span className="shelf-count" />
    </a>
  )
}
