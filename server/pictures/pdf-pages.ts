import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'

export interface PdfFacts {
  title: string
  author?: string
  subject?: string
  keywords?: string[]
  /** Stated as the day of creation, so that equal contents give equal bytes. */
  createdAt?: Date
}

/** A4. Units: points. */
export const a4 = { width: 595.28, height: 841.89 } as const

/** An empty PDF that is read from right to left; pages are added by the caller, who also ends it. */
export function openPdf(facts: PdfFacts): PDFKit.PDFDocument {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'ar',
    displayTitle: true,
    size: [a4.width, a4.height],
    margin: 0,
    info: {
      Title: facts.title,
      Author: facts.author ?? 'رافد',
      Subject: facts.subject ?? facts.title,
      Keywords: (facts.keywords ?? []).join('، '),
      Creator: 'رافد',
      Producer: 'رافد',
      ...(facts.createdAt ? { CreationDate: facts.createdAt, ModDate: facts.createdAt } : {}),
    },
  })
  readFromRightToLeft(pdf)
  return pdf
}

/** The document's bytes, as they come. */
export function bytesOfPdf(pdf: PDFKit.PDFDocument): Readable {
  return pdf as unknown as Readable
}

/** Reads a document's bytes into memory. */
export async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** pdfkit has no option for the reading direction, so the preference goes into its catalogue. */
function readFromRightToLeft(pdf: PDFKit.PDFDocument): void {
  const root = Reflect.get(pdf, '_root') as { data: Record<string, unknown> }
  const preferences = root.data.ViewerPreferences as { data: Record<string, unknown> }
  preferences.data.Direction = 'R2L'
}
