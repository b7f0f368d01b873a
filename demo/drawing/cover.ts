import { sharp } from '#server/base/pictures-library.ts'
import { riversMark, rosette, svgDocument, tilePattern } from '#server/pictures/motifs.ts'
import { palette } from '#server/pictures/palette.ts'
import type { CoverColours } from './subject-colours.ts'
import { svgText } from '#server/pictures/svg-text.ts'
import { fitParagraph, layoutLine } from '#server/pictures/text-layout.ts'

export interface CoverFacts {
  title: string
  subjectLabel: string
  gradeLabel: string
  colours: CoverColours
  /** The line over the title: whose book this is, or what kind of document. */
  overline?: string
  /** Shown in the badge, as text: a year, an edition. */
  badge?: string
}

/** Units: pixels. */
export const coverSize = { width: 640, height: 896 } as const

const drawing = { width: 800, height: 1120 } as const

const spineWidth = 46
const margin = 64

/** A cover as JPEG: subject colour, subject and grade, the spine at the right as of an Arabic book. */
export function drawCover(facts: CoverFacts): Promise<Buffer> {
  return sharp(coverSvg(facts)).jpeg({ quality: 80, chromaSubsampling: '4:2:0' }).toBuffer()
}

function coverSvg({ title, subjectLabel, gradeLabel, colours, overline, badge }: CoverFacts): Buffer {
  const { width, height } = drawing
  const right = width - spineWidth - margin
  const inner = right - margin
  const subject = fitParagraph(subjectLabel, { maxSize: 100, minSize: 56, weight: 700 }, inner, 2)
  const subjectSize = subject[0]?.style.size ?? 0
  const base = 560 - (subject.length - 1) * 60
  const heading = fitParagraph(title, { maxSize: 38, minSize: 26, weight: 400 }, inner, 2)
  const headingY = base + subject.length * subjectSize * 1.25
  const body = [
    `<defs><linearGradient id="ground" x1="0.2" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="${colours.light}"/>`,
    `<stop offset="1" stop-color="${colours.dark}"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>`,
    rosette(230, 330, 300, '#ffffff', 0.16),
    tilePattern({ x: 0, y: height - 150, width: width - spineWidth, height: 150 }, 50, '#ffffff', 0.16),
    `<rect x="0" y="${height - 154}" width="${width - spineWidth}" height="4" fill="${palette.ochre300}" opacity="0.9"/>`,
    `<rect x="${width - spineWidth}" width="${spineWidth}" height="${height}" fill="#000" opacity="0.28"/>`,
    `<rect x="${width - spineWidth}" width="3" height="${height}" fill="#fff" opacity="0.22"/>`,
    riversMark(right - 64, margin, 64, 'rgba(255,255,255,0.14)'),
    svgText([layoutLine('رافد', { size: 34, weight: 700 })], { x: right - 84, y: margin + 44, fill: '#fff' }),
    svgText([layoutLine(overline ?? 'كتاب مدرسي', { size: 32, weight: 400 })], {
      x: right,
      y: base - subjectSize * 1.2,
      fill: palette.ochre300,
    }),
    svgText(subject, { x: right, y: base, fill: '#fff', lineHeight: 1.25 }),
    svgText(heading, { x: right, y: headingY, fill: '#fff', opacity: 0.88, lineHeight: 1.5 }),
    svgText(fitParagraph(gradeLabel, { maxSize: 40, minSize: 24, weight: 700 }, inner - 190, 1), {
      x: right,
      y: height - 200,
      fill: '#fff',
    }),
    badge ? badgeSvg(badge, margin, height - 244) : '',
  ]
  const scaled = `<g transform="scale(${coverSize.width / width})">${body.join('')}</g>`
  return svgDocument(coverSize.width, coverSize.height, scaled)
}

function badgeSvg(text: string, left: number, top: number): string {
  const line = layoutLine(text, { size: 30, weight: 700 })
  const width = line.width + 44
  return (
    `<rect x="${left}" y="${top}" width="${width}" height="60" rx="30" fill="${palette.ochre300}"/>` +
    svgText([line], { x: left + width / 2, y: top + 41, fill: palette.ink, anchor: 'center' })
  )
}
