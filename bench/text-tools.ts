import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { fold } from '#contract/arabic/fold.ts'

/** The text of each page of a file. */
export type PagesOf = (file: string) => Promise<string[]>

/**
 * What others read of a PDF: pdftotext, PDFium's own plain text, PDF.js, which is fetched into `temporary`, and PyMuPDF, which
 * is Debian's python3-fitz. What is not here is left out, and said.
 */
export async function findTextTools(temporary: string): Promise<Map<string, PagesOf>> {
  const tools = new Map<string, PagesOf>([['pdftotext', pagesOfPdftotext]])
  const library = await PDFiumLibrary.init()
  tools.set('PDFium', async file => {
    const document = await library.loadDocument(readFileSync(file))
    const pages = [...document.pages()].map(page => page.getText())
    document.destroy()
    return pages
  })
  try {
    tools.set('PDF.js', await openPdfJs(temporary))
  } catch {
    console.log('PDF.js could not be fetched.')
  }
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import fitz'], { stdio: 'ignore' })
    tools.set('PyMuPDF', pagesOfPyMuPdf)
  } catch {
    console.log('PyMuPDF is not here.')
  }
  return tools
}

const pagesOfPdftotext: PagesOf = async file =>
  execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .replaceAll(/[\u202A-\u202E\u200E\u200F]/g, '')
    .split('\f')

const pagesOfPyMuPdf: PagesOf = async file => {
  const program =
    'import fitz, json, sys; print(json.dumps([page.get_text() for page in fitz.open(sys.argv[1])]))'
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', program, file], { encoding: 'utf8' })) as string[]
}

interface PdfJsDocument {
  numPages: number
  getPage(
    number: number,
  ): Promise<{ getTextContent(): Promise<{ items: { str?: string; hasEOL?: boolean }[] }> }>
}

async function openPdfJs(temporary: string): Promise<PagesOf> {
  execFileSync(
    'npm',
    ['install', '--silent', '--ignore-scripts', '--prefix', temporary, 'pdfjs-dist@6.5.438'],
    { stdio: 'ignore' },
  )
  const module = path.join(temporary, 'node_modules/pdfjs-dist/legacy/build/pdf.mjs')
  const pdfjs = (await import(pathToFileURL(module).href)) as {
    getDocument(options: object): { promise: Promise<PdfJsDocument> }
  }
  return async file => {
    const data = new Uint8Array(readFileSync(file))
    const document = await pdfjs.getDocument({ data, verbosity: 0 }).promise
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map(({ str = '', hasEOL }) => str + (hasEOL === true ? '\n' : '')).join(''))
    }
    return pages
  }
}

/** The folded words of a text. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** The expected words that are read, each as often as it is; those that are missing are printed where that is wanted. */
export function rightOf(expected: readonly string[], read: readonly string[], isShown = false): string[] {
  const left = new Map<string, number>()
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1)
  return expected.filter(word => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    if (count <= 0 && isShown) console.log('    missing', word)
    return count > 0
  })
}

/** Whether a folded word has lam and alef side by side, which many tools turn. */
export const hasLamAlef = (word: string): boolean => word.includes('لا')
