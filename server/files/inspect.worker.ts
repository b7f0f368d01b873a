import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { errorCodeOf } from '#contract/errors.ts'
import { inspectImage } from './inspect-image.ts'
import { drawFirstPage, inspectPdf } from './inspect-pdf.ts'
import { inspectZip } from './inspect-zip.ts'
import type { FileInsides, InspectionAnswer, InspectionTask } from './inspector.ts'
import { drawRendition } from './draw-rendition.ts'

const none: FileInsides = { pageCount: null, width: null, height: null }

sharp.cache(false)
sharp.concurrency(1)

async function inspect(file: string, type: string, fileBytes: number): Promise<FileInsides> {
  if (type === 'application/pdf') return { ...none, ...(await inspectPdf(file)) }
  if (type === 'application/zip') {
    await inspectZip(file, fileBytes)
    return none
  }
  return { ...none, ...(await inspectImage(file, type)) }
}

async function perform(task: InspectionTask): Promise<FileInsides> {
  if (task.act === 'inspect') return inspect(task.file, task.type, task.fileBytes)
  if (task.act === 'draw-first-page') await drawFirstPage(task.file, task.target, task.widthPx)
  else await drawRendition(task)
  return none
}

parentPort?.on('message', ({ id, task }: { id: number; task: InspectionTask }) => {
  perform(task).then(
    insides => parentPort?.postMessage({ id, insides } satisfies InspectionAnswer),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      const answer: InspectionAnswer = errorCodeOf(error) === 'wrong_file_type' ? { id, refused: message } : { id, failed: message }
      parentPort?.postMessage(answer)
    },
  )
})
