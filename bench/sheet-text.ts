/**
 * How much of sheets and pages of text is read right, beside what others read in the same run
 * (`text-tools.ts`). Bars: numbers >= 99.5 % on sound text, none wrong; number and whole name in one row >= 98 %; words >= 99 %.
 * On pictures, numbers only: Latin digits >= 80 %, Arabic >= 50 %, none wrong; by kind of picture, with fonts that the
 * reader of digits has learnt, and with fonts that it never saw.
 *
 *   npm run bench -- sheet-text [--sealed] [--show bad] [--truth FOLDER] [--pictures none | only]
 *
 * FOLDER: PDFs with a truth.json of the same shape as in test/fixtures/sheets. PDF.js is fetched into a temporary
 * folder; without a network its column stays empty.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fold } from '#contract/arabic/fold.ts'
import type { Page } from '#server/reading/page.types.ts'
import { sourceOfBytes } from '#server/reading/pdfium.ts'
import { openPages, readPages } from '#server/reading/read-pages.ts'
import { readSheet } from '#server/reading/read-sheet.ts'
import { plainDigits } from '#server/reading/scripts.ts'
import { makePictures, pictureKinds } from './sheet-pictures.ts'
import { findTextTools, hasLamAlef, rightOf, wordsOf } from './text-tools.ts'

interface Truth {
  sheets: {
    id: string
    producer: string
    digits: string
    isScan: boolean
    isSealed: boolean
    students: { number: string; name: string }[]
  }[]
  texts: { id: string; producer: string; isSealed: boolean; paragraphs: string[] }[]
}

const { values } = parseArgs({
  options: {
    sealed: { type: 'boolean', default: false },
    show: { type: 'string' },
    pictures: { type: 'string' },
    truth: { type: 'string', default: path.resolve(import.meta.dirname, '../test/fixtures/sheets') },
  },
})
const truth = JSON.parse(readFileSync(path.join(values.truth, 'truth.json'), 'utf8')) as Truth
const temporary = mkdtempSync(path.join(tmpdir(), 'sheet-text-'))

const share = (right: number, all: number) => (all === 0 ? '-' : `${((100 * right) / all).toFixed(1)} %`)
function measureLines(students: Truth['sheets'][number]['students'], text: string) {
  const lines = text
    .split('\n')
    .map(line => ({ digits: ` ${digitsApart(line)} `, folded: ` ${fold(line)} ` }))
  let numbers = 0
  let rows = 0
  for (const { number, name } of students) {
    const found = lines.filter(line => line.digits.includes(number))
    if (found.length > 0) numbers += 1
    if (found.some(line => line.folded.includes(` ${fold(name)} `))) rows += 1
  }
  return { numbers, rows }
}

function digitsApart(line: string): string {
  return line
    .split(/\s+/)
    .map(word => plainDigits(word))
    .join(' ')
}

async function read(file: string): Promise<Page[]> {
  return Array.fromAsync(readPages(sourceOfBytes(readFileSync(file))))
}

async function readRows(bytes: Uint8Array) {
  const pages = await openPages(sourceOfBytes(bytes))
  const sheet = await readSheet(pages, 100)
  pages.close()
  return {
    rows: sheet.pages.flatMap(({ found }) => found.rows),
    isPicture: sheet.pages.some(({ page }) => page.source === 'ocr'),
  }
}

const tools = await findTextTools(temporary)
const isOpen = ({ isSealed }: { isSealed: boolean }) => isSealed === values.sealed
const pictures = { latn: { students: 0, numbers: 0 }, arab: { students: 0, numbers: 0 } }
const totals = { students: 0, numbers: 0, wrong: 0, rows: 0 }

console.log('sheet | numbers | wrong | doubtful | in one row | ms | others: numbers, in one row')
for (const sheet of values.pictures === 'only' ? [] : truth.sheets.filter(isOpen)) {
  const file = path.join(values.truth, `${sheet.id}.pdf`)
  const started = performance.now()
  const { rows, isPicture } = await readRows(readFileSync(file))
  const ms = Math.round(performance.now() - started)
  const names = new Map(sheet.students.map(student => [student.number, student.name]))
  const published = rows.filter(row => !row.isDoubtful)
  const right = published.filter(row => names.has(row.number))
  const wrong = published.length - right.length
  const whole = right.filter(row =>
    ` ${fold(row.texts.join(' '))} `.includes(` ${fold(names.get(row.number) ?? '')} `),
  )
  if (values.show === 'bad') {
    for (const row of published.filter(each => !whole.includes(each))) {
      console.log('   ', row.number, names.get(row.number) ?? 'WRONG', '|', row.texts.join(' ; '))
    }
  }
  if (isPicture) {
    const kind = sheet.digits === 'arab' ? pictures.arab : pictures.latn
    kind.students += names.size
    kind.numbers += new Set(right.map(row => row.number)).size
  } else {
    totals.students += names.size
    totals.numbers += new Set(right.map(row => row.number)).size
    totals.rows += whole.length
  }
  totals.wrong += wrong
  const others = await Promise.all(
    [...tools].map(async ([name, pagesOf]) => {
      const found = measureLines(sheet.students, (await pagesOf(file)).join('\n'))
      return `${name} ${share(found.numbers, names.size)}, ${share(found.rows, names.size)}`
    }),
  )
  console.log(
    `${sheet.id} (${sheet.digits}${isPicture ? ', picture' : ''}) | ${share(right.length, names.size)} | ${wrong} | ${rows.length - published.length} | ${share(whole.length, names.size)} | ${ms} | ${others.join(' · ')}`,
  )
}

const words = { all: 0, right: 0 }
console.log('\ntext | words | words with lam-alef | others: words, with lam-alef')
for (const page of values.pictures === 'only' ? [] : truth.texts.filter(isOpen)) {
  const file = path.join(values.truth, `${page.id}.pdf`)
  const expected = wordsOf(page.paragraphs.join('\n'))
  const lamAlef = expected.filter(hasLamAlef).length
  const text = (await read(file)).flatMap(each => each.lines.map(line => line.text)).join('\n')
  const own = rightOf(expected, wordsOf(text), values.show === 'bad')
  words.all += expected.length
  words.right += own.length
  const others = await Promise.all(
    [...tools].map(async ([name, pagesOf]) => {
      const found = rightOf(expected, wordsOf((await pagesOf(file)).join('\n')))
      return `${name} ${share(found.length, expected.length)}, ${share(found.filter(hasLamAlef).length, lamAlef)}`
    }),
  )
  console.log(
    `${page.id} | ${share(own.length, expected.length)} | ${share(own.filter(hasLamAlef).length, lamAlef)} | ${others.join(' · ')}`,
  )
}

for (const isHeld of values.pictures === 'none' ? [] : [false, true]) {
  const made = await makePictures(isHeld)
  console.log(
    `\npictures, ${isHeld ? 'fonts never seen' : 'fonts learnt'} | numbers | wrong | doubtful | s a page`,
  )
  for (const kind of pictureKinds) {
    for (const digits of ['latn', 'arab'] as const) {
      const count = { students: 0, right: 0, wrong: 0, doubtful: 0, pages: 0 }
      const started = performance.now()
      for (const picture of made.filter(each => each.kind === kind && each.digits === digits)) {
        const { rows } = await readRows(picture.bytes)
        const names = new Set(picture.students.map(({ number }) => number))
        const published = rows.filter(row => !row.isDoubtful)
        const right = new Set(published.map(row => row.number)).intersection(names).size
        count.students += names.size
        count.right += right
        count.wrong += published.filter(row => !names.has(row.number)).length
        count.doubtful += rows.length - published.length
        count.pages += 1
        if (values.show === 'bad' && right < names.size)
          console.log(`    ${picture.id}: ${right} of ${names.size}`)
      }
      pictures[digits].students += count.students
      pictures[digits].numbers += count.right
      totals.wrong += count.wrong
      const seconds = (performance.now() - started) / 1000 / Math.max(1, count.pages)
      console.log(
        `${kind} (${digits}) | ${share(count.right, count.students)} | ${count.wrong} | ${count.doubtful} | ${seconds.toFixed(1)}`,
      )
    }
  }
}

console.log(
  `\nsound text: numbers ${share(totals.numbers, totals.students)}, in one row ${share(totals.rows, totals.students)}, words ${share(words.right, words.all)}; wrong numbers ${totals.wrong}`,
)
console.log(
  `pictures: numbers in Latin digits ${share(pictures.latn.numbers, pictures.latn.students)}, in Arabic ones ${share(pictures.arab.numbers, pictures.arab.students)}`,
)
const isGood =
  pictures.latn.numbers >= 0.8 * pictures.latn.students &&
  pictures.arab.numbers >= 0.5 * pictures.arab.students &&
  totals.wrong === 0 &&
  totals.numbers >= 0.995 * totals.students &&
  totals.rows >= 0.98 * totals.students &&
  words.right >= 0.99 * words.all
rmSync(temporary, { recursive: true, force: true })
process.exitCode = isGood ? 0 : 1
