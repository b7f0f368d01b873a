import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { limits } from '#contract/limits.ts'
import type { ThreadWork } from '#server/jobs/step-thread.ts'
import { PdfError } from '#server/reading/pdfium.ts'
import { sourceOf } from '../pdf-document.ts'
import { openEditablePdf } from './editable-pdf.ts'
import { lightenPages, mayBeLighter } from './lighten.ts'
import type { LightAbsence } from './light-copies.types.ts'

export interface MakingTask {
  file: string
  /** The file that the copy becomes; it is there already. */
  target: string
  /** Pages that stay as they are, from 1. */
  except: readonly number[]
}

/** How far the work is. */
export interface PagesDone {
  done: number
  total: number
}

/** Writes a PDF of the same pages with lighter pictures; the answer is why there is none, or null. */
export const work: ThreadWork<MakingTask, LightAbsence | null> = async ({ file, target, except }, report) => {
  const fd = openSync(file, 'r')
  try {
    const { size } = fstatSync(fd)
    const pdf = await openEditablePdf(sourceOf(fd, size), limits.lightCopyMemoryMb * 1024 * 1024)
    const tell = (done: number) => report({ done, total: pdf.pageCount } satisfies PagesDone)
    if (!(await mayBeLighter(pdf, size, tell))) return 'not-lighter'
    if ((await lightenPages(pdf, new Set(except), tell)) === 0) return 'not-lighter'
    const out = openSync(target, 'w')
    try {
      if (!pdf.save(piece => writeAll(out, piece))) return 'damaged'
    } finally {
      closeSync(out)
    }
    return null
  } catch (error) {
    if (error instanceof PdfError) return error.problem
    if (error instanceof WebAssembly.RuntimeError) return 'damaged'
    throw error
  } finally {
    closeSync(fd)
  }
}

function writeAll(fd: number, piece: Uint8Array): void {
  for (let done = 0; done < piece.byteLength;) done += writeSync(fd, piece, done)
}
