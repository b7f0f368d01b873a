import { readFile, writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { errorCodeOf } from '#contract/errors.ts'
import { giveWay } from '#server/base/thread-priority.ts'
import { freeMemory } from './free-memory.ts'
import type { FileInsides, InspectionAnswer, InspectionTask } from './inspector.ts'

if ((workerData as { yields: boolean }).yields) giveWay('awaited')

const none: FileInsides = { pageCount: null, width: null, height: null }

// Each kind of task loads its own libraries when it first comes: together they hold much memory.
async function inspect(file: string, type: string, fileBytes: number): Promise<FileInsides> {
  if (type === 'application/pdf') {
    const { inspectPdf } = await import('./inspect-pdf.ts')
    return { ...none, ...(await inspectPdf(file)) }
  }
  if (type === 'application/zip') {
    const { inspectZip } = await import('./inspect-zip.ts')
    await inspectZip(file, fileBytes)
    return none
  }
  const { inspectImage } = await import('./inspect-image.ts')
  return { ...none, ...(await inspectImage(file, type)) }
}

async function perform(task: InspectionTask): Promise<FileInsides> {
  if (task.act === 'inspect') return inspect(task.file, task.type, task.fileBytes)
  if (task.act === 'draw-jpeg') {
    const { drawJpeg } = await import('./draw-jpeg.ts')
    await drawJpeg(task.file, task.page, task.target, task.shortSidePx)
  } else if (task.act === 'draw-page') {
    const { drawPageTo } = await import('./draw-page.ts')
    await drawPageTo(task.file, task.page, task.pictures)
  } else if (task.act === 'describe-document') {
    const { describeDocument } = await import('./draw-page.ts')
    await describeDocument(task.file, task.target)
  } else if (task.act === 'mark-picture') {
    const { markOfPicture } = await import('./likeness/picture-mark.ts')
    await writeFile(task.target, (await markOfPicture(await readFile(task.file))) ?? '')
  } else if (task.act === 'compare-pictures') {
    const { areAlike } = await import('./likeness/are-alike.ts')
    const pictures = await Promise.all([readFile(task.file), readFile(task.other)])
    await writeFile(task.target, (await areAlike(...pictures)) ? 'alike' : '')
  } else if (task.act === 'read-first-page') {
    const { writeFirstPage } = await import('./page-texts/write-first-page.ts')
    await writeFirstPage(task.file, task.target)
  } else if (task.act === 'read-sheet-page') {
    const { writeSheetText } = await import('./write-sheet-text.ts')
    await writeSheetText(task.file, task.page, task.target)
  } else {
    const { drawRendition } = await import('./draw-rendition.ts')
    await drawRendition(task)
  }
  return none
}

function answerOf(id: number, error: unknown): InspectionAnswer {
  const message = error instanceof Error ? error.message : String(error)
  return errorCodeOf(error) === 'wrong_file_type' ? { id, refused: message } : { id, failed: message }
}

parentPort?.on('message', ({ id, task }: { id: number; task: InspectionTask }) => {
  perform(task)
    .then(
      insides => parentPort?.postMessage({ id, insides } satisfies InspectionAnswer),
      (error: unknown) => parentPort?.postMessage(answerOf(id, error)),
    )
    .finally(freeMemory)
})
