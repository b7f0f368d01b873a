import { Download } from 'lucide-react'
import { formatFileSize } from '#contract/format.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { downloadData } from '#web/school/download-data.ts'
import { lightLabel } from '#web/school/download-links.tsx'
import type { ReadRecord } from './document-shape.ts'

interface FileWaysProps {
  record: Pick<ReadRecord, 'file' | 'title'>
  /** How each of them looks; like its neighbours when left out. */
  look?: string
}

/** The ways to the file that is read, its light copy first, each with what it costs. */
export function FileWays({ record: { file, title }, look }: FileWaysProps) {
  const { light, type } = file
  return (
    <>
      {light && <FileWay {...light} type={type} label={lightLabel} title={title} look={look} />}
      <FileWay {...file} label={light ? 'حمّل الكامل' : 'حمّل الملف'} title={title} look={look} />
    </>
  )
}

interface FileWayProps extends Pick<FileFacts, 'url' | 'name' | 'size' | 'type'> {
  label: string
  title: string
  look: string | undefined
}

function FileWay({ url, name, size, type, label, title, look }: FileWayProps) {
  return (
    <a
      className={look ? `${look} is-download` : 'is-download'}
      href={url}
      download={name}
      {...downloadData(url, { size, type }, title)}
    >
      <Download aria-hidden="true" />
      <span>
        <span data-slot="label">{label}</span> <bdi className="file-facts">{formatFileSize(size)}</bdi>
      </span>
    </a>
  )
}
