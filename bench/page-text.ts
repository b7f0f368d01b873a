/**
 * How much of the text of books is read right, of words after folding, beside pdftotext, PDF.js, PDFium's own plain text
 * and PyMuPDF in the same run; then how much of the same pages is read right from pictures of them. Bar: >= 99 % of the
 * words of pages whose own text is believed.
 *
 *   npm run bench -- page-text [--show bad] [--pictures none]
 *
 * PDFs of test/fixtures/pages (`page-corpus.ts`). PDF.js is fetched into a temporary folder; PyMuPDF is Debian's
 * python3-fitz. What is not here leaves its column empty. Needs poppler-utils.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { fold } from '#contract/arabic/fold.ts'
import { limits } from '#contract/limits.ts'
import { layerText, pictureText } from '#server/reading/page-text.ts'
import { sourceOfBytes } from '#server/reading/pdfium.ts'
import { openWordReader } from '#server/reading/picture-words.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { documentPlans, pageProducers, pagesOf, textOfPlan } from './page-plans.ts'
import { seeded } from './sheet-plans.ts'

const { values } = parseArgs({ options: { show: { type: 'string' }, pictures: { type: 'string' } } })
const corpus = path.resolve(import.meta.dirname, '../test/fixtures/pages')
const temporary = mkdtempSync(path.join(tmpdir(), 'page-text-'))
const fileOf = (id: string) => path.join(corpus, `${id}.pdf`)

const share = (right: number, all: number) => (all === 0 ? '-' : `${((100 * right) / all).toFixed(2)} %`)
const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** Words of which each is found as often as it stands there. */
function rightOf(expected: readonly string[], read: readonly string[], isShown = false): string[] {
  const left = new Map<string, number>()
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1)
  return expected.filter(word => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    if (count <= 0 && isShown) console.log('    missing', word)
    return count > 0
  })
}

/** The text of each page of a file. */
type PagesOf = (file: string) => Promise<string[]>

async function findTools(): Promise<Map<string, PagesOf>> {
  const tools = new Map<string, PagesOf>()
  tools.set('pdftotext', async file =>
    execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], { encoding: 'utf8' })
      .replaceAll(/[\u202A-\u202E\u200E\u200F]/g, '')
      .split('\f'),
  )
  const library = await PDFiumLibrary.init()
  tools.set('PDFium', async file => {
    const document = await library.loadDocument(readFileSync(file))
    const pages = [...document.pages()].map(page => page.getText())
    document.destroy()
    return pages
  })
  try {
    execFileSync(
      'npm',
      ['install', '--silent', '--ignore-scripts', '--prefix', temporary, 'pdfjs-dist@6.5.438'],
      { stdio: 'ignore' },
    )
    const module = path.join(temporary, 'node_modules/pdfjs-dist/legacy/build/pdf.mjs')
    const pdfjs = (await import(pathToFileURL(module).href)) as {
      getDocument(options: object): { promise: Promise<PdfJsDocument> }
    }
    tools.set('PDF.js', async file =>
      pagesOfPdfJs(
        await pdfjs.getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise,
      ),
    )
  } catch {
    console.log('PDF.js could not be fetched.')
  }
  try {
    const program =
      'import fitz, json, sys; print(json.dumps([page.get_text() for page in fitz.open(sys.argv[1])]))'
    const read = (file: string) =>
      JSON.parse(execFileSync('/usr/bin/python3', ['-c', program, file], { encoding: 'utf8' })) as string[]
    read(fileOf(documentPlans[0]?.id ?? ''))
    tools.set('PyMuPDF', async file => read(file))
  } catch {
    console.log('PyMuPDF is not here.')
  }
  return tools
}

interface PdfJsDocument {
  numPages: number
  getPage(
    number: number,
  ): Promise<{ getTextContent(): Promise<{ items: { str?: string; hasEOL?: boolean }[] }> }>
}

async function pagesOfPdfJs(document: PdfJsDocument): Promise<string[]> {
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map(({ str = '', hasEOL }) => str + (hasEOL === true ? '\n' : '')).join(''))
  }
  return pages
}

/** The words of each page, and those that are read of them; undefined where the page's own text is not believed. */
async function readLayers(id: string): Promise<(string | undefined)[]> {
  const pages = await openPages(sourceOfBytes(readFileSync(fileOf(id))))
  const texts = Array.from({ length: pages.pageCount }, (_, at) => layerText(pages.readPage(at + 1))?.text)
  pages.close()
  return texts
}

interface Spoiling {
  dpi: number
  quality: number
  turned: number
  noise: number
  blur: number
  /** How much light falls off to one side. */
  shade: number
}

const spoilings: Record<string, Spoiling> = {
  'clean, 300 dots an inch': { dpi: 300, quality: 90, turned: 0, noise: 0, blur: 0, shade: 0 },
  'clean, 150 dots an inch': { dpi: 150, quality: 85, turned: 0, noise: 2, blur: 0, shade: 0 },
  'JPEG of 45 %': { dpi: 200, quality: 45, turned: 0, noise: 3, blur: 0, shade: 0 },
  'turned by 1 to 2 degrees': { dpi: 200, quality: 75, turned: 1.5, noise: 3, blur: 0, shade: 0 },
  photographed: { dpi: 200, quality: 60, turned: -0.8, noise: 5, blur: 0.8, shade: 0.35 },
}

/** A page as a scanner or a phone would have it. */
async function spoilt(file: string, page: number, seed: number, how: Spoiling) {
  const picture = path.join(temporary, 'page')
  execFileSync('pdftoppm', [
    '-gray',
    '-r',
    String(how.dpi),
    '-png',
    '-f',
    String(page),
    '-l',
    String(page),
    '-singlefile',
    file,
    picture,
  ])
  const next = seeded(seed)
  const angle = how.turned * (0.7 + next() * 0.6)
  let image = sharp(`${picture}.png`).rotate(angle, { background: '#f4f4f4' }).grayscale()
  if (how.blur > 0) image = image.blur(how.blur)
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  for (let at = 0; at < data.length; at += 1) {
    const light = 0.95 * (1 - how.shade * ((at % width) / width))
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * light + 6 + (next() + next() - 1) * how.noise * 3))
  }
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: how.quality })
    .toBuffer()
  /* As pictures of any size are read. */
  const wanted = Math.min(2480, width * 2)
  const read = await sharp(jpeg)
    .resize({ width: wanted })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: read.info.width, height: read.info.height, levels: new Uint8Array(read.data) }
}

const tools = await findTools()
const all = { pages: 0, words: 0, right: 0 }
const others = new Map([...tools.keys()].map(name => [name, { right: 0, lamAlef: 0 }]))
let words = 0
let lamAlefs = 0
let ownLamAlef = 0
console.log(`program | pages | believed | words right | ${[...tools.keys()].join(' | ')}`)
for (const producer of pageProducers) {
  const own = { pages: 0, believed: 0, words: 0, right: 0 }
  const theirs = new Map([...tools.keys()].map(name => [name, 0]))
  let wordsHere = 0
  for (const plan of documentPlans.filter(each => each.producer === producer)) {
    const truths = pagesOf(plan).map(page => wordsOf(textOfPlan(page)))
    const layers = await readLayers(plan.id)
    for (const [at, truth] of truths.entries()) {
      own.pages += 1
      wordsHere += truth.length
      const text = layers[at]
      if (text === undefined) continue
      own.believed += 1
      own.words += truth.length
      const right = rightOf(truth, wordsOf(text), values.show === 'bad')
      own.right += right.length
      ownLamAlef += right.filter(word => word.includes('لا')).length
      lamAlefs += truth.filter(word => word.includes('لا')).length
    }
    for (const [name, textsOf] of tools) {
      const texts = await textsOf(fileOf(plan.id))
      const total = others.get(name)
      for (const [at, truth] of truths.entries()) {
        const right = rightOf(truth, wordsOf(texts[at] ?? ''))
        theirs.set(name, (theirs.get(name) ?? 0) + right.length)
        if (total) total.lamAlef += right.filter(word => word.includes('لا')).length
      }
    }
  }
  words += wordsHere
  all.pages += own.believed
  all.words += own.words
  all.right += own.right
  for (const [name, right] of theirs) {
    const total = others.get(name)
    if (total) total.right += right
  }
  console.log(
    `${producer} | ${own.pages} | ${own.believed} | ${share(own.right, own.words)} | ${[...theirs.values()]
      .map(right => share(right, wordsHere))
      .join(' | ')}`,
  )
}
console.log(
  `together | ${documentPlans.length * pagesOf(documentPlans[0] as never).length} | ${all.pages} | ${share(all.right, all.words)} | ${[...others.values()].map(({ right }) => share(right, words)).join(' | ')}`,
)
console.log(`words with lam-alef: ${share(ownLamAlef, lamAlefs)} of ${lamAlefs} on believed pages`)

if (values.pictures !== 'none') {
  const reader = await openWordReader()
  const eachKind = 10
  console.log(
    '\npictures | pages | words right | searched pages | words right there | quality, lowest to highest | s a page',
  )
  for (const [kind, how] of Object.entries(spoilings)) {
    const count = { words: 0, right: 0, searched: 0, searchedWords: 0, searchedRight: 0 }
    const qualities: number[] = []
    const started = performance.now()
    for (let at = 0; at < eachKind; at += 1) {
      const plan = documentPlans[at % documentPlans.length]
      if (plan === undefined) continue
      const page = Math.floor(at / documentPlans.length) + 1
      const truth = wordsOf(textOfPlan(pagesOf(plan)[page - 1] as never))
      const read = pictureText(await spoilt(fileOf(plan.id), page, plan.seed + at, how), reader)
      const right = rightOf(truth, wordsOf(read.text), values.show === 'pictures').length
      qualities.push(read.quality)
      count.words += truth.length
      count.right += right
      if (read.quality < limits.leastTextQuality) continue
      count.searched += 1
      count.searchedWords += truth.length
      count.searchedRight += right
    }
    const seconds = (performance.now() - started) / 1000 / eachKind
    const sorted = qualities.toSorted((a, b) => a - b)
    console.log(
      `${kind} | ${eachKind} | ${share(count.right, count.words)} | ${count.searched} | ${share(count.searchedRight, count.searchedWords)} | ${sorted.map(each => each.toFixed(2)).join(' ')} | ${seconds.toFixed(1)}`,
    )
  }
  reader.close()
}
rmSync(temporary, { recursive: true, force: true })
process.exitCode = all.right >= 0.99 * all.words && all.pages >= 60 ? 0 : 1
