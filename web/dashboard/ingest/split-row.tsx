import { useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { apiPaths, sha256OfFileAddress } from '#contract/paths.ts'
import type { KnownFileAnswer } from '#contract/resources/file.ts'
import type { IngestFile, IngestRow } from '#contract/resources/ingest.ts'
import { api } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'
import { SplitPdf, splitLabel } from '../split-pdf/split-pdf.tsx'

/** The PDF of an exam's row that has arrived: an exam is made of pictures. */
function pdfOf({ values, files, record }: IngestRow): (IngestFile & { url: string }) | undefined {
  if (values.kind !== 'exam' || record !== null) return undefined
  return files.find(
    (file): file is IngestFile & { url: string } => file.type === 'application/pdf' && file.url !== null,
  )
}

interface SplitRowProps {
  row: IngestRow
  /** The addresses of the pictures that the PDF's pages have become, in their order. */
  onPages: (file: string, pictures: string[]) => void
}

/** Offers to make pictures of the pages of an exam's PDF. Source: S15.3. */
export function SplitRow({ row, onPages }: SplitRowProps) {
  const [opened, setOpened] = useState<string | undefined>()
  const pdf = pdfOf(row)
  if (!pdf) return null
  return (
    <>
      <Button icon={<Images aria-hidden />} onClick={() => setOpened(pdf.id)}>
        {splitLabel}
      </Button>
      {opened === pdf.id ? (
        <SplitFile
          file={pdf}
          room={limits.maxExamImages - (row.files.length - 1)}
          onPictures={pictures => {
            setOpened(undefined)
            onPages(pdf.id, pictures)
          }}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}

interface SplitFileProps {
  file: IngestFile & { url: string }
  room: number
  onPictures: (pictures: string[]) => void
  onClose: () => void
}

/** The dialog, once it is known how many pages there are. */
function SplitFile({ file, room, onPictures, onClose }: SplitFileProps) {
  const sha256 = sha256OfFileAddress(file.url) ?? ''
  const { size, name } = file
  const query = useQuery({
    queryKey: [apiPaths.filesKnown, sha256],
    queryFn: ({ signal }) =>
      api.post<KnownFileAnswer>(apiPaths.filesKnown, { sha256, size, name }, { signal }),
  })
  if (query.data?.file) {
    return (
      <SplitPdf
        sha256={sha256}
        name={name}
        pageCount={query.data.file.pageCount ?? 0}
        room={room}
        onDone={pictures => onPictures(pictures.map(({ url }) => url))}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={name} onClose={onClose}>
      {query.isPending ? <Skeleton height="12rem" /> : <QueryError title="تعذر فتح الملف" query={query} />}
    </Dialog>
  )
}
