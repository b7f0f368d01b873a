/**
 * Draws the digits of many fonts as small grey patterns, for reading numbers on pictures of pages.
 *
 *   npm run bench -- digit-templates
 *
 * Needs Debian packages: fonts-hosny-amiri fonts-kacst fonts-noto-core fonts-sil-scheherazade fonts-dejavu-core
 * fonts-urw-base35. Writes server/reading/digit-templates.json: run it again only to add fonts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { create } from 'fontkit'
import type { Font } from 'fontkit'
import sharp from 'sharp'
import { patternSide } from '#server/reading/digit-patterns.ts'

const target = path.resolve(import.meta.dirname, '../server/reading/digit-templates.json')
const root = '/usr/share/fonts'
const fonts = [
  'opentype/fonts-hosny-amiri/Amiri-Regular.ttf',
  'opentype/fonts-hosny-amiri/Amiri-Bold.ttf',
  'truetype/noto/NotoNaskhArabic-Regular.ttf',
  'truetype/noto/NotoNaskhArabic-Bold.ttf',
  'truetype/noto/NotoSansArabic-Regular.ttf',
  'truetype/noto/NotoKufiArabic-Regular.ttf',
  'truetype/scheherazade/Scheherazade-Regular.ttf',
  'truetype/kacst/KacstBook.ttf',
  'truetype/kacst/KacstNaskh.ttf',
  'truetype/kacst/KacstOffice.ttf',
  'truetype/kacst/KacstScreen.ttf',
  'truetype/kacst/KacstTitle.ttf',
  'truetype/dejavu/DejaVuSans.ttf',
  'truetype/dejavu/DejaVuSans-Bold.ttf',
  'truetype/noto/NotoSans-Regular.ttf',
  'truetype/noto/NotoSerif-Regular.ttf',
  'opentype/urw-base35/NimbusRoman-Regular.otf',
  'opentype/urw-base35/NimbusSans-Regular.otf',
  'opentype/urw-base35/NimbusMonoPS-Regular.otf',
]
const scripts = { latn: 0x30, arab: 0x0660 } as const

interface Template {
  script: keyof typeof scripts
  digit: number
  /** Width by height of the ink. */
  aspect: number
  /** Height of the ink by that of the tallest digit. */
  height: number
  /** Middle of the ink above the foot of the digits, by the height of the tallest. */
  middle: number
  /** Grey levels 0 to 15, row by row. */
  pattern: string
}

async function patternOf(
  svgPath: string,
  box: { minX: number; minY: number; maxX: number; maxY: number },
): Promise<string> {
  const width = box.maxX - box.minX
  const height = box.maxY - box.minY
  const side = patternSide * 8
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}"><rect width="100%" height="100%" fill="white"/><g transform="scale(${side / width} ${-side / height}) translate(${-box.minX} ${-box.maxY})"><path d="${svgPath}"/></g></svg>`
  const pixels = await sharp(Buffer.from(svg))
    .grayscale()
    .resize(patternSide, patternSide, { kernel: 'cubic' })
    .raw()
    .toBuffer()
  return Array.from(pixels, level => Math.round((255 - level) / 17).toString(16)).join('')
}

const templates: Template[] = []
for (const name of fonts) {
  const file = path.join(root, name)
  if (!existsSync(file)) {
    console.log('missing', name)
    continue
  }
  const font = create(readFileSync(file)) as Font
  for (const script of ['latn', 'arab'] as const) {
    const glyphs = Array.from({ length: 10 }, (_, digit) => font.glyphForCodePoint(scripts[script] + digit))
    if (glyphs.some(glyph => glyph.id === 0)) continue
    const foot = Math.min(...glyphs.map(glyph => glyph.path.bbox.minY))
    const tall = Math.max(...glyphs.map(glyph => glyph.path.bbox.maxY)) - foot
    for (const [digit, glyph] of glyphs.entries()) {
      const box = glyph.path.bbox
      templates.push({
        script,
        digit,
        aspect: round((box.maxX - box.minX) / (box.maxY - box.minY)),
        height: round((box.maxY - box.minY) / tall),
        middle: round(((box.maxY + box.minY) / 2 - foot) / tall),
        pattern: await patternOf(glyph.path.toSVG(), box),
      })
    }
  }
}
writeFileSync(target, `[\n${templates.map(each => JSON.stringify(each)).join(',\n')}\n]\n`)
console.log(`${templates.length} patterns of ${fonts.length} fonts`)

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
