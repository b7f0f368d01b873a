import { useState } from 'react'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import type { IngestArchive, IngestRow } from '#contract/resources/ingest.ts'
import { refusedFiles } from '../fields/refused-files.tsx'
import { Banner } from '../parts/states.tsx'
import { DeleteDialog } from '../standard/delete-record.tsx'
import { refusalsOf } from '../uploads/check-file.ts'

interface ArchiveBannersProps {
  archives: readonly IngestArchive[]
  rows: readonly IngestRow[]
  /** Something that was typed is not on the server yet. */
  isWriting: boolean
  /** Makes one file of an archive again. */
  onClose: (archiveId: string) => Promise<void>
}

/* Whether somebody has looked at a row that came out of the archive, or typed into it. */
const isWorkedOn = (archiveId: string, rows: readonly IngestRow[]) =>
  rows.some(
    row => (row.isSeen || row.changedBy !== null) && row.files.some(file => file.archiveId === archiveId),
  )

function wordsOf({ state, failure, files, taken }: IngestArchive): string {
  if (state === 'failed') return `لم يُفتح: ${failure}`
  if (state === 'waiting') return 'ينتظر فتحه على الخادم.'
  const count = formatCount(files, countedNouns.file)
  if (state === 'opened') return `فُتح، وفيه ${count}.`
  return `يُفتح على الخادم: أُخذ ${formatNumber(taken)} من ${count}. يكمل وحده ولو أغلقت الصفحة.`
}

/** How far the archives of an import are, what of them was not taken and why, and the way back to one file. */
export function ArchiveBanners({ archives, rows, isWriting, onClose }: ArchiveBannersProps) {
  const [asked, setAsked] = useState<IngestArchive | undefined>()
  const banners = archives.map(archive => {
    const { id, name, state, refused, refusedCount } = archive
    const isTold = state === 'failed' || refusedCount > 0
    const others = refusedCount - refused.length
    return (
      <Banner
        key={id}
        tone={isTold ? 'warning' : 'info'}
        actions={
          <button
            type="button"
            className="link"
            onClick={() => (isWriting || isWorkedOn(id, rows) ? setAsked(archive) : void onClose(id))}
          >
            أبقه ملفاً واحداً
          </button>
        }
      >
        «<bdi>{name}</bdi>» {wordsOf(archive)}
        {refusedCount > 0 ? (
          <details>
            <summary>لم يُؤخذ منه {formatCount(refusedCount, countedNouns.file)}</summary>
            {refusedFiles(refusalsOf(refused.map(({ path, reason }) => ({ name: path, reason }))))}
            {others > 0 ? <span className="refused-files">و {formatNumber(others)} غيرها</span> : null}
          </details>
        ) : null}
      </Banner>
    )
  })
  return (
    <>
      {banners}
      {asked ? (
        <DeleteDialog
          name={asked.name}
          question="هل يبقى هذا الأرشيف ملفاً واحداً، وتُحذف سطوره؟"
          hint="روجع بعض سطوره أو كُتب فيها. يُحذف ذلك ولا يُستعاد."
          onClose={() => setAsked(undefined)}
          onDelete={async () => {
            await onClose(asked.id)
            setAsked(undefined)
          }}
        />
      ) : null}
    </>
  )
}
