import { execFileSync } from 'node:child_process'
import path from 'node:path'
import sharp from 'sharp'
import { greyOfImage } from '#server/files/page-texts/read-pages.step.ts'
import { seeded } from './sheet-plans.ts'

/** How a page is spoilt before it is read: dots an inch, quality of a JPEG, degrees, and shares of light. */
export interface Spoiling {
  dpi: number
  quality: number
  turned: number
  noise: number
  blur: number
  /** How much light falls off to one side. */
  shade: number
}

/** The kinds of pictures that pages are read from. */
export const spoilings: Record<string, Spoiling> = {
  'clean, 300 dots an inch': { dpi: 300, quality: 90, turned: 0, noise: 0, blur: 0, shade: 0 },
  'clean, 150 dots an inch': { dpi: 150, quality: 85, turned: 0, noise: 2, blur: 0, shade: 0 },
  'JPEG of 45 %': { dpi: 200, quality: 45, turned: 0, noise: 3, blur: 0, shade: 0 },
  'turned by 1 to 2 degrees': { dpi: 200, quality: 75, turned: 1.5, noise: 3, blur: 0, shade: 0 },
  photographed: { dpi: 200, quality: 60, turned: -0.8, noise: 5, blur: 0.8, shade: 0.35 },
}

/** Draws a page of a PDF, from 1, as `${picture}.png` in shades of grey. Units: dots an inch. */
export function drawGrey(file: string, page: number, dpi: number, picture: string): void {
  const only = ['-f', String(page), '-l', String(page), '-singlefile']
  execFileSync('pdftoppm', ['-gray', '-r', String(dpi), '-png', ...only, file, picture])
}

/** A page as a scanner or a phone would have it. Page from 1; `temporary`: a folder for its picture. */
export async function spoilt(file: string, page: number, seed: number, how: Spoiling, temporary: string) {
  const picture = path.join(temporary, 'page')
  drawGrey(file, page, how.dpi, picture)
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
  return greyOfImage(jpeg)
}
