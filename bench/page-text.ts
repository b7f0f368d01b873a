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
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { limits } from '#contract/limits.ts'
import { layerText, pictureText } from '#server/reading/page-text.ts'
import { sourceOfBytes } from '#server/reading/pdfium.ts'
import { openWordReader } from '#server/reading/picture-words.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { documentPlans, pageProducers, pagesOf, textOfPlan } from './page-plans.ts'
import { spoilings, spoilt } from './spoil-page.ts'
import { findTextTools, hasLamAlef, rightOf, wordsOf } from './text-tools.ts'

const { values } = parseArgs({ options: { show: { type: 'string' }, pictures: { type: 'string' } } })
const corpus = path.resolve(import.meta.dirname, '../test/fixtures/pages')
const temporary = mkdtempSync(path.join(tmpdir(), 'page-text-'))
const fileOf = (id: string) => path.join(corpus, `${id}.pdf`)

const share = (right: number, all: number) => (all === 0 ? '-' : `${((100 * right) / all).toFixed(2)} %`)
/** The words of each page, and those that are read of them; undefined where the page's own text is not believed. */
async function readLayers(id: string): Promise<(string | undefined)[]> {
  const pages = await openPages(sourceOfBytes(readFileSync(fileOf(id))))
  const texts = Array.from({ length: pages.pageCount }, (_, at) => layerText(pages.readPage(at + 1))?.text)
  pages.close()
  return texts
}

const tools = await findTextTools(temporary)
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
      ownLamAlef += right.filter(hasLamAlef).length
      lamAlefs += truth.filter(hasLamAlef).length
    }
    for (const [name, textsOf] of tools) {
      const texts = await textsOf(fileOf(plan.id))
      const total = others.get(name)
      for (const [at, truth] of truths.entries()) {
        const right = rightOf(truth, wordsOf(texts[at] ?? ''))
        theirs.set(name, (theirs.get(name) ?? 0) + right.length)
        if (total) total.lamAlef += right.filter(hasLamAlef).length
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
      const read = pictureText(await spoilt(fileOf(plan.id), page, plan.seed + at, how, temporary), reader)
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
