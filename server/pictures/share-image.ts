import { sharp } from '#server/base/pictures-library.ts'
import { shareImageSize } from '#contract/paths.ts'
import { riversMark, rosette, svgDocument, tilePattern } from './motifs.ts'
import { palette } from './palette.ts'
import { linesHeight, svgText } from './svg-text.ts'
import { fitParagraph, layoutLine, layoutParagraph } from './text-layout.ts'

export interface ShareFacts {
  title: string
  subtitle: string
  /** What the page is, in one or two words: كتاب، ملزمة، أسئلة وزارية، خبر. */
  kind: string
}

/** The picture that messengers show beside a link to a record: a JPEG in the colours of the product. */
export function drawShareImage({ title, subtitle, kind }: ShareFacts): Promise<Buffer> {
  const { width, height } = shareImageSize
  const right = width - 84
  const lines = fitParagraph(title, { maxSize: 76, minSize: 44, weight: 700 }, right - 84, 3)
  const size = lines[0]?.style.size ?? 0
  const under = layoutParagraph(subtitle, { size: 34, weight: 400 }, right - 84, 2)
  const block = linesHeight(lines, 1.35) + linesHeight(under, 1.5)
  const top = 150 + Math.max(0, (height - 150 - 120 - block) / 2)
  const chip = layoutLine(kind, { size: 30, weight: 700 })
  const body = [
    `<defs><linearGradient id="ground" x1="1" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.lapis800}"/>`,
    `<stop offset="1" stop-color="${palette.lapis950}"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>`,
    tilePattern({ x: 0, y: 0, width, height }, 84, palette.lapis200, 0.07),
    rosette(120, 560, 270, palette.ochre300, 0.22),
    `<rect y="${height - 10}" width="${width}" height="10" fill="${palette.ochre500}"/>`,
    riversMark(right - 72, 60, 72, palette.lapis600),
    svgText([layoutLine('رافد', { size: 46, weight: 700 })], { x: right - 94, y: 110, fill: '#fff' }),
    `<rect x="84" y="66" width="${chip.width + 56}" height="62" rx="31" fill="${palette.ochre300}"/>`,
    svgText([chip], { x: 84 + (chip.width + 56) / 2, y: 108, fill: palette.ink, anchor: 'center' }),
    svgText(lines, { x: right, y: top + size, fill: '#fff', lineHeight: 1.35 }),
    svgText(under, {
      x: right,
      y: top + linesHeight(lines, 1.35) + 52,
      fill: palette.lapis200,
      lineHeight: 1.5,
    }),
  ]
  return sharp(svgDocument(width, height, body.join('')))
    .jpeg({ quality: 82 })
    .toBuffer()
}
