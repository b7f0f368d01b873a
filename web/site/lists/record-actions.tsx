import { BookOpen, Download } from 'lucide-react'
import { formatFileSize } from '#contract/format.ts'
import type { KindWithPage } from '#contract/kinds.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { downloadData, madeDownloadData } from '#web/school/download-data.ts'
import { copyWords } from '#web/school/file-facts-line.tsx'
import { KeepButton } from '#web/school/keep-button.tsx'
import { StateSign } from '#web/school/state-sign.tsx'
import { StillIcon } from '#web/ui/still-icon.tsx'

/** What the button of a row loads. */
export interface RowDownload {
  href: string
  /** Of a stored file; null for what lies elsewhere, or is made when it is asked for. */
  file: FileFacts | null
  isMade?: boolean
}

interface RecordActionsProps {
  kind: KindWithPage
  id: string
  /** The whole name of the record, so that no two buttons of a list are called alike. */
  name: string
  /** Absent where there is nothing to load from here. */
  download?: RowDownload | undefined
  /** The way to its pages, where a page of ours shows them; on phones its own page has it. */
  readingHref?: string | undefined
}

/** What stands at the end of a row. Shape: a finger's width each on phones, with words on wide screens. Source: P4.9. */
export function RecordActions({ kind, id, name, download, readingHref }: RecordActionsProps) {
  if (!download) return null
  const { href, file, isMade = false } = download
  const light = file?.light
  const isOurs = file !== null || isMade || href.startsWith('/')
  return (
    <div className="record-actions">
      {readingHref && (
        <a className="record-read" href={readingHref}>
          <StillIcon of={BookOpen} />
          اقرأ
          <span className="visually-hidden">
            <bdi>{name}</bdi>
          </span>
        </a>
      )}
      {isOurs && <KeepButton of={`${kind}:${id}`} title={name} />}
      {light && file ? (
        <>
          <RowWay {...light} type={file.type} name={name} of={light.name} word={copyWords.light} />
          <RowWay {...file} url={href} name={name} of={file.name} word={copyWords.whole} isOther />
        </>
      ) : (
        <a
          className="record-action"
          href={href}
          download={file?.name ?? ''}
          {...(isMade ? madeDownloadData(name) : downloadData(href, file, name))}
        >
          <StateSign free={Download} />
          <span className="record-action-text" data-slot="share">
            {file ? formatFileSize(file.size) : 'تحميل'}
          </span>
          <HiddenName name={name} />
        </a>
      )}
    </div>
  )
}

interface RowWayProps extends Pick<FileFacts, 'url' | 'size' | 'type'> {
  name: string
  /** What the file is called on the device. */
  of: string
  word: string
  /** The larger one, for wide screens: phones have room for one, and the record's page has both. */
  isOther?: boolean
}

/** One of two ways to a file, each with what it is and what it costs. */
function RowWay({ url, size, type, name, of, word, isOther = false }: RowWayProps) {
  return (
    <a
      className={isOther ? 'record-action is-other' : 'record-action'}
      href={url}
      download={of}
      {...downloadData(url, { size, type }, name)}
    >
      <StateSign free={Download} />
      <span className="record-action-text">
        {word} <bdi data-slot="share">{formatFileSize(size)}</bdi>
      </span>
      <HiddenName name={name} />
    </a>
  )
}

function HiddenName({ name }: { name: string }) {
  return (
    <span className="visually-hidden">
      {' '}
      <span data-slot="label">تحميل</span> <bdi>{name}</bdi>
    </span>
  )
}
