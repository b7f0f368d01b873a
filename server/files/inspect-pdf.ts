import { open } from 'node:fs/promises'
import { refuseFile } from './refusals.ts'
import { hasZipAtItsEnd, tailOf } from './file-tail.ts'
import { PdfError, openPdf } from './pdf-document.ts'
import type { PdfDocument } from './pdf-document.ts'

const maxPdfMemoryBytes = 384 * 1024 * 1024
const tailBytes = 8 * 1024

const sentences = {
  damaged: 'ملف PDF تالف أو ناقص. احفظه من جديد ثم ارفعه.',
  locked: 'ملف PDF يطلب كلمة مرور لفتحه. احفظ نسخة منه بلا كلمة مرور ثم ارفعها.',
  twoFaced: 'ملف PDF يحمل في داخله محتوى من نوع آخر. احفظه من جديد ثم ارفعه.',
}

/** Opens a PDF for one use of it. Errors: `wrong_file_type`. */
export async function withPdf<Result>(
  file: string,
  act: (document: PdfDocument) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const document = await openPdf(handle.fd, size, maxPdfMemoryBytes)
    try {
      return await act(document)
    } finally {
      document.close()
    }
  } catch (error) {
    if (error instanceof PdfError) throw refuseFile(sentences[error.problem], error)
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw refuseFile(sentences.damaged, error)
    }
    throw error
  } finally {
    await handle.close()
  }
}

/**
 * Opens a PDF and counts its pages.
 * Errors: `wrong_file_type` for one that is damaged, cut, opens with a password only, or is of two kinds at once.
 */
export async function inspectPdf(file: string): Promise<{ pageCount: number }> {
  if (!(await tailOf(file, tailBytes)).includes('%%EOF')) throw refuseFile(sentences.damaged)
  if (await hasZipAtItsEnd(file)) throw refuseFile(sentences.twoFaced)
  return withPdf(file, async ({ pageCount }) => {
    if (pageCount < 1) throw refuseFile(sentences.damaged)
    return { pageCount }
  })
}
