/**
 * Makes the sheets and pages of text that reading is measured on, by programs that know nothing of this one.
 *
 *   npm run bench -- sheet-corpus [name of a sheet ...]
 *
 * Needs Debian packages: libreoffice-writer-nogui libreoffice-calc-nogui weasyprint wkhtmltopdf texlive-xetex
 * texlive-lang-arabic fonts-hosny-amiri fonts-kacst fonts-noto-core fonts-sil-scheherazade poppler-utils.
 * What it makes is kept in test/fixtures/sheets: run it again only to change the corpus.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { collect, openPdf, bytesOfPdf } from '#server/pictures/pdf-pages.ts'
import { printHtml } from './print-html.ts'
import { paragraphsOf, seeded, sheetPlans, studentsOf, textPlans } from './sheet-plans.ts'
import type { SheetPlan, TextPlan } from './sheet-plans.ts'
import { htmlOf, spreadsheetOf, texOf, textHtmlOf, textTexOf } from './sheet-sources.ts'

const target = path.resolve(import.meta.dirname, '../test/fixtures/sheets')
const folder = mkdtempSync(path.join(tmpdir(), 'sheets-'))

function printWithQt(html: string, file: string, orientation: string): void {
  execFileSync('wkhtmltopdf', ['-q', '-O', orientation, html, file], {
    stdio: 'ignore',
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
  })
}

function typeset(tex: string): void {
  for (let pass = 0; pass < 2; pass += 1) {
    execFileSync('xelatex', ['-interaction=batchmode', `-output-directory=${folder}`, tex], {
      stdio: 'ignore',
    })
  }
}

function office(source: string, extra: string[] = []): void {
  execFileSync('soffice', ['--headless', ...extra, '--convert-to', 'pdf', '--outdir', folder, source], {
    stdio: 'ignore',
  })
}

async function make(plan: SheetPlan): Promise<Buffer> {
  const at = (extension: string) => path.join(folder, `${plan.id}.${extension}`)
  const html = at('html')
  writeFileSync(html, htmlOf(plan))
  if (plan.producer === 'chromium') await printHtml([{ html: htmlOf(plan), file: at('pdf') }])
  else if (plan.producer === 'weasyprint') execFileSync('weasyprint', [html, at('pdf')], { stdio: 'ignore' })
  else if (plan.producer === 'wkhtmltopdf')
    printWithQt(html, at('pdf'), plan.isLandscape ? 'Landscape' : 'Portrait')
  else if (plan.producer === 'writer') office(html, ['--infilter=HTML (StarWriter)'])
  else if (plan.producer === 'calc') {
    writeFileSync(at('fods'), spreadsheetOf(plan))
    office(at('fods'))
  } else {
    writeFileSync(at('tex'), texOf(plan))
    typeset(at('tex'))
  }
  return plan.scan === undefined ? readFileSync(at('pdf')) : scanned(plan, at('pdf'), plan.scan)
}

async function makeText(plan: TextPlan): Promise<Buffer> {
  const at = (extension: string) => path.join(folder, `${plan.id}.${extension}`)
  writeFileSync(at('html'), textHtmlOf(plan))
  writeFileSync(at('tex'), textTexOf(plan))
  if (plan.producer === 'chromium') await printHtml([{ html: textHtmlOf(plan), file: at('pdf') }])
  else if (plan.producer === 'wkhtmltopdf') printWithQt(at('html'), at('pdf'), 'Portrait')
  else if (plan.producer === 'writer') office(at('html'), ['--infilter=HTML (StarWriter)'])
  else typeset(at('tex'))
  return readFileSync(at('pdf'))
}

/** Pictures of the pages, a little turned, noisy and compressed, bound again. */
async function scanned(plan: SheetPlan, file: string, scan: NonNullable<SheetPlan['scan']>): Promise<Buffer> {
  const prefix = path.join(folder, `${plan.id}-page`)
  execFileSync('pdftoppm', ['-gray', '-r', String(scan.dpi), '-png', file, prefix])
  const pdf = openPdf({ title: plan.id, createdAt: new Date(0) })
  const next = seeded(plan.seed)
  for (const name of readdirSync(folder)
    .filter(each => each.startsWith(`${plan.id}-page`))
    .toSorted()) {
    const turned = sharp(path.join(folder, name)).rotate(scan.turned, { background: '#f4f4f4' }).grayscale()
    const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true })
    for (let index = 0; index < data.length; index += 1) {
      const noise = (next() + next() - 1) * scan.noise * 3
      data[index] = Math.max(0, Math.min(255, (data[index] ?? 0) * 0.93 + 8 + noise))
    }
    const jpeg = await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
      .jpeg({ quality: scan.quality })
      .toBuffer()
    const size: [number, number] = [(info.width * 72) / scan.dpi, (info.height * 72) / scan.dpi]
    pdf.addPage({ size, margin: 0 }).image(jpeg, 0, 0, { width: size[0], height: size[1] })
  }
  pdf.end()
  return collect(bytesOfPdf(pdf))
}

function keep(id: string, producer: string, bytes: Buffer): void {
  writeFileSync(path.join(target, `${id}.pdf`), bytes)
  console.log(id, producer, `${Math.round(bytes.length / 1024)} KiB`)
}

const wanted = process.argv.slice(2)
const isWanted = ({ id }: { id: string }) => wanted.length === 0 || wanted.includes(id)
mkdirSync(target, { recursive: true })
for (const plan of sheetPlans.filter(isWanted)) keep(plan.id, plan.producer, await make(plan))
for (const plan of textPlans.filter(isWanted)) keep(plan.id, plan.producer, await makeText(plan))
const truth = {
  sheets: sheetPlans.map(plan => ({
    id: plan.id,
    producer: plan.producer,
    digits: plan.digits,
    isScan: plan.scan !== undefined,
    isSealed: plan.isSealed,
    students: studentsOf(plan).map(({ number, name }) => ({ number, name })),
  })),
  texts: textPlans.map(plan => ({
    id: plan.id,
    producer: plan.producer,
    isSealed: plan.isSealed,
    paragraphs: paragraphsOf(plan),
  })),
}
writeFileSync(path.join(target, 'truth.json'), `${JSON.stringify(truth, null, 1)}\n`)
rmSync(folder, { recursive: true, force: true })
