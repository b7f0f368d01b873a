import { Download } from 'lucide-react'
import type { KindWithPage } from '#contract/kinds.ts'
import { KeepButton } from '#web/school/keep-button.tsx'

interface RecordActionsProps {
  kind: KindWithPage
  id: string
  /** The whole name of the record, so that no two buttons of a list are called alike. */
  name: string
  /** What the download gives; absent where there is nothing to load from here. */
  download?: { href: string; fileName: string; size?: string | undefined } | undefined
}

/** What stands at the end of a row. Shape: a finger's width each on phones, with words on wide screens. Source: P4.9. */
export function RecordActions({ kind, id, name, download }: RecordActionsProps) {
  if (!download) return null
  const { href, fileName, size } = download
  const isOurs = size !== undefined || href.startsWith('/')
  return (
    <div className="record-actions">
      {isOurs && <KeepButton of={`${kind}:${id}`} title={name} />}
      <a className="record-action" href={href} download={fileName}>
        <Download aria-hidden="true" />
        <span className="record-action-text">{size ?? 'تحميل'}</span>
        <span className="visually-hidden">
          {' '}
          تحميل <bdi>{name}</bdi>
        </span>
      </a>
    </div>
  )
}
