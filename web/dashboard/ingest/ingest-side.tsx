import { Combine, PackageOpen, Split, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { kinds, type Kind } from '#contract/kinds.ts'
import { dashboardPaths, pagePicturePath, sha256OfFileAddress } from '#contract/paths.ts'
import { readingWidth } from '#contract/page-pictures.ts'
import { imageSources } from '#contract/resources/file.ts'
import type { IngestFile, IngestRow } from '#contract/resources/ingest.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { Button } from '../parts/button.tsx'
import { columns, doubtWords, isUsed, problemsOf } from './row-state.ts'
import type { SameFile } from './same-files.ts'
import { SurenessBars } from './sureness-bars.tsx'
import { SplitRow } from './split-row.tsx'

interface IngestSideProps {
  row: IngestRow
  warnings: readonly Warning[]
  /** Its files that other rows have too. */
  same: readonly SameFile[]
  /** Other rows that show nearly the same picture or first page. */
  alike: readonly IngestRow[]
  /** How many rows an act would be done to: the chosen ones, or this one. */
  count: number
  onJoin: () => void
  onPart: () => void
  onRemove: () => void
  onOpen: () => void
  /** Pages of one of its files have become pictures, which stand in its place. */
  onPages: (file: string, pictures: string[]) => void
}

const editPath = (kind: Kind, id: string) => dashboardPaths.edit(kinds[kind].dashboardPath, id)

function Picture({ file }: { file: IngestFile | undefined }) {
  if (!file?.url) return null
  const sha256 = sha256OfFileAddress(file.url)
  const isPdf = file.type === 'application/pdf' && sha256 !== undefined
  if (!isPdf && file.type?.startsWith('image/') !== true) return null
  const src = isPdf ? pagePicturePath(sha256, 1, readingWidth) : imageSources(file.url).src
  return <img className="ingest__picture" src={src} alt={`أول صفحة من ${file.name}`} loading="lazy" />
}

/** What a row is made of, what was doubted, and what it is like. */
export function IngestSide({
  row,
  warnings,
  same,
  alike,
  count,
  onJoin,
  onPart,
  onRemove,
  onOpen,
  onPages,
}: IngestSideProps) {
  const { files, values, doubts, record } = row
  const problems = Object.entries(record ? {} : problemsOf(row))
  const doubted = columns.filter(({ field }) => doubts[field] && isUsed(field, values))
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const used = files.flatMap(file => file.usedBy.map(use => ({ ...use, file: file.name })))
  return (
    <aside className="card ingest__side" aria-label="السطر المختار">
      <Picture file={files[0]} />
      <ul className="ingest__files">
        {files.map(file => (
          <li key={file.id}>
            <bdi>{file.folder + file.name}</bdi>
          </li>
        ))}
      </ul>
      <p className="muted">
        {formatCount(files.length, countedNouns.file)} · {formatFileSize(size)}
      </p>
      {record ? (
        <p>
          <Link className="link" to={editPath(record.kind, record.id)}>
            أُضيف. افتح السجل
          </Link>
        </p>
      ) : null}
      {problems.map(([field, sentence]) => (
        <p key={field} className="ingest__problem">
          {sentence}
        </p>
      ))}
      {doubted.map(({ field, label }) => (
        <p key={field}>
          <SurenessBars of={doubts[field] ?? 'sure'} />
          <strong>{label}:</strong> {doubtWords[doubts[field] ?? 'sure'].long}
        </p>
      ))}
      {used.map(({ kind, id, name, file }) => (
        <p key={`${id}-${file}`} className="ingest__problem">
          الملف نفسه موجود:{' '}
          <Link className="link" to={editPath(kind as Kind, id)}>
            {name}
          </Link>
        </p>
      ))}
      {same.map(({ file, other }) => (
        <p key={`${file} ${other}`} className="ingest__problem">
          {files.length > 1 ? (
            <>
              <bdi>{file}</bdi>:{' '}
            </>
          ) : null}
          الملف نفسه في سطر آخر: <bdi>{other}</bdi>
        </p>
      ))}
      {alike.map(({ id, files: [other] }) => (
        <p key={id} className="ingest__problem">
          {other?.type === 'application/pdf'
            ? 'صفحته الأولى تشبه أول صفحة في سطر آخر: '
            : 'صورته الأولى تشبه أول صورة في سطر آخر: '}
          <bdi>{(other?.folder ?? '') + (other?.name ?? '')}</bdi>
        </p>
      ))}
      {warnings.map(({ message, record: other }) => (
        <p key={`${message}-${other?.id}`} className="ingest__problem">
          {message}{' '}
          {other && values.kind !== '' ? (
            <Link className="link" to={editPath(values.kind, other.id)}>
              {other.name}
            </Link>
          ) : null}
        </p>
      ))}
      {row.changedBy && !row.changedBy.isYou ? (
        <p className="muted">آخر من غيّره: {row.changedBy.name}</p>
      ) : null}
      {record ? null : (
        <div className="ingest__acts">
          {count > 1 ? (
            <Button icon={<Combine aria-hidden />} onClick={onJoin}>
              اجمعها في سجل واحد
            </Button>
          ) : null}
          {files.length > 1 ? (
            <Button icon={<Split aria-hidden />} onClick={onPart}>
              افصل ملفاته
            </Button>
          ) : null}
          <SplitRow key={row.id} row={row} onPages={onPages} />
          {files.every(({ type }) => type === 'application/zip') ? (
            <Button icon={<PackageOpen aria-hidden />} onClick={onOpen}>
              افتح الأرشيف: سجل لكل ملف
            </Button>
          ) : null}
          <Button icon={<Trash2 aria-hidden />} onClick={onRemove}>
            {count > 1 ? `أزل ${formatCount(count, staffNouns.line)}` : 'أزل السطر'}
          </Button>
        </div>
      )}
      <p className="muted ingest__keys">
        <kbd>Enter</kbd> تحرير · <kbd>Ctrl D</kbd> املأ لأسفل · <kbd>Ctrl Enter</kbd> راجعتُه
      </p>
    </aside>
  )
}
