/** Pictures of sheets as schools send them: scans, compressed ones, askew ones, photographs. Made anew at every run. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { bytesOfPdf, collect, openPdf } from '#server/pictures/pdf-pages.ts'
import { openFonts } from './digit-fonts.ts'
import type { Face } from './digit-fonts.ts'
import { printHtml } from './print-html.ts'
import { seeded, studentsOf } from './sheet-plans.ts'
import type { SheetPlan } from './sheet-plans.ts'
import { htmlOf } from './sheet-sources.ts'
import { drawGrey, type Spoiling } from './spoil-page.ts'

export const pictureKinds = ['clean', 'compressed', 'askew', 'photographed'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** A picture of a sheet, bound as a PDF. */
export interface SheetPicture {
  id: string
  kind: PictureKind
  digits: SheetPlan['digits']
  students: { number: string; name: string }[]
  bytes: Buffer
}

interface NarrowedSpoiling extends Spoiling {
  /** How much the far edge is narrower. */
  narrowed: number
}

const spoilings: Record<PictureKind, NarrowedSpoiling> = {
  clean: { dpi: 200, quality: 85, turned: 0, noise: 2, blur: 0, shade: 0, narrowed: 0 },
  compressed: { dpi: 150, quality: 45, turned: 0.3, noise: 3, blur: 0, shade: 0, narrowed: 0 },
  askew: { dpi: 170, quality: 60, turned: 1.6, noise: 4, blur: 0, shade: 0, narrowed: 0 },
  photographed: { dpi: 190, quality: 60, turned: -0.8, noise: 5, blur: 0.7, shade: 0.35, narrowed: 0.012 },
}

const learntFaces: readonly (readonly [Face, SheetPlan['digits']])[] = [
  [{ npm: 'arimo', weights: [400] }, 'latn'],
  [{ npm: 'tinos', weights: [400] }, 'latn'],
  [{ npm: 'cairo', weights: [400] }, 'arab'],
  [{ npm: 'noto-naskh-arabic', weights: [400] }, 'arab'],
]
const heldFaces: readonly (readonly [Face, SheetPlan['digits']])[] = [
  [{ npm: 'roboto', weights: [400] }, 'latn'],
  [{ npm: 'lato', weights: [400] }, 'latn'],
  [{ npm: 'cousine', weights: [400] }, 'latn'],
  [{ npm: 'changa', weights: [400] }, 'arab'],
  [{ npm: 'mada', weights: [400] }, 'arab'],
  [{ npm: 'harmattan', weights: [400] }, 'arab'],
]
const ranges = { latin: 'U+0000-05FF', arabic: 'U+0600-06FF' } as const
const rows = 14

/** Makes the pictures; `isHeld`: of fonts, numbers and noise that no reader was ever made with. Needs a network and poppler-utils. */
export async function makePictures(isHeld: boolean): Promise<SheetPicture[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sheet-pictures-'))
  const fonts = openFonts()
  const faces = isHeld ? heldFaces : learntFaces
  const sheets = faces.map(([face, digits], index) => {
    const name = 'npm' in face ? face.npm : path.basename(face.debian)
    const plan: SheetPlan = {
      id: `${name}-${digits}`,
      producer: 'chromium',
      font: 'Sheet',
      digits,
      mark: '',
      numberLast: index % 2 === 1,
      isLandscape: true,
      isDouble: false,
      hasNarrowNames: false,
      rows,
      seed: (isHeld ? 900 : 700) + index,
      isSealed: isHeld,
    }
    const html = htmlOf(plan).replace('<style>', `<style>${fontRules(fonts.filesOf(face))}`)
    return { plan, html, file: path.join(folder, `${plan.id}.pdf`) }
  })
  await printHtml(sheets)
  fonts.close()
  const pictures: SheetPicture[] = []
  for (const { plan, file } of sheets) {
    for (const kind of pictureKinds) {
      const { digits, seed } = plan
      const students = studentsOf(plan).map(({ number, name }) => ({ number, name }))
      pictures.push({
        id: plan.id,
        kind,
        digits,
        students,
        bytes: await photographed(file, seed, spoilings[kind]),
      })
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return pictures
}

function fontRules(files: readonly string[]): string {
  return files
    .map(file => {
      const range = file.includes('-arabic-') && !file.includes('-latin-') ? ranges.arabic : ranges.latin
      const bytes = readFileSync(file).toString('base64')
      return `@font-face { font-family: Sheet; src: url(data:font/woff2;base64,${bytes}); unicode-range: ${range} }`
    })
    .join('\n')
}

/** The pages of a PDF, spoilt and bound again. */
async function photographed(file: string, seed: number, how: NarrowedSpoiling): Promise<Buffer> {
  const prefix = `${file}-page`
  drawGrey(file, 1, how.dpi, prefix)
  let image = sharp(`${prefix}.png`).rotate(how.turned, { background: '#f4f4f4' }).grayscale()
  if (how.blur > 0) image = image.blur(how.blur)
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const next = seeded(seed)
  const spoilt = Buffer.alloc(data.length)
  for (let y = 0; y < height; y += 1) {
    const narrow = 1 - how.narrowed * (1 - y / height)
    for (let x = 0; x < width; x += 1) {
      const from = Math.round(width / 2 + (x - width / 2) / narrow)
      const level = from < 0 || from >= width ? 244 : (data[y * width + from] ?? 244)
      const light = 0.93 * (1 - how.shade * (x / width))
      const noise = (next() + next() - 1) * how.noise * 3
      spoilt[y * width + x] = Math.max(0, Math.min(255, level * light + 8 + noise))
    }
  }
  const jpeg = await sharp(spoilt, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: how.quality })
    .toBuffer()
  const pdf = openPdf({ title: 'sheet', createdAt: new Date(0) })
  const size: [number, number] = [(width * 72) / how.dpi, (height * 72) / how.dpi]
  pdf.addPage({ size, margin: 0 }).image(jpeg, 0, 0, { width: size[0], height: size[1] })
  pdf.end()
  return collect(bytesOfPdf(pdf))
}
