import { sharp } from '#server/base/pictures-library.ts'
import { starPath, svgDocument } from '#server/pictures/motifs.ts'
import { svgText } from '#server/pictures/svg-text.ts'
import { fitParagraph, layoutLine, layoutParagraph } from '#server/pictures/text-layout.ts'
import type { Anchor } from '#server/pictures/svg-text.ts'
import type { Direction } from '#server/pictures/text-layout.ts'

export interface ExamQuestion {
  /** The words of the question; each line stands by itself. */
  text: string
  /** As text, in the digits of the page: ١٠ درجات. */
  marks?: string
}

export interface ExamPageFacts {
  gradeLabel: string
  subjectLabel: string
  roundLabel: string
  yearLabel: string
  durationLabel: string
  pageLabel: string
  /** The number that the first question of this page carries. */
  firstNumber: number
  questions: ExamQuestion[]
  numberLabel: (number: number) => string
  /** Left to right for the questions of a foreign language. */
  direction?: Direction
}

/** Units: pixels. */
export const examPageSize = { width: 900, height: 1273 } as const

const drawing = { width: 1000, height: 1414.4 } as const

const ink = '#15181f'
const edge = 56
const inside = edge + 34
const textSize = 29
const lineStep = 52

/** A page of an exam as WebP, laid out as the ministry's sheets are, and marked as a specimen. */
export function drawExamPage(facts: ExamPageFacts): Promise<Buffer> {
  return sharp(examPageSvg(facts)).webp({ quality: 72, effort: 0 }).toBuffer()
}

function examPageSvg(facts: ExamPageFacts): Buffer {
  const { width, height } = drawing
  const body = [
    `<rect width="${width}" height="${height}" fill="#fdfdfb"/>`,
    watermark(),
    `<rect x="${edge}" y="${edge}" width="${width - 2 * edge}" height="${height - 2 * edge}" fill="none" stroke="${ink}" stroke-width="2.5"/>`,
    `<rect x="${edge + 7}" y="${edge + 7}" width="${width - 2 * edge - 14}" height="${height - 2 * edge - 14}" fill="none" stroke="${ink}"/>`,
    header(facts),
    questions(facts),
    footer(facts),
  ]
  return svgDocument(
    examPageSize.width,
    examPageSize.height,
    `<g transform="scale(${examPageSize.width / width})">${body.join('')}</g>`,
  )
}

function header(facts: ExamPageFacts): string {
  const { width } = drawing
  const line = (text: string, x: number, y: number, anchor: Anchor, weight: 400 | 700 = 400, size = 23) =>
    svgText([layoutLine(text, { size, weight })], { x, y, fill: ink, anchor })
  const right = width - inside
  return [
    line('جمهورية العراق', right, 116, 'right', 700),
    line('وزارة التربية', right, 152, 'right', 700),
    line(`المادة: ${facts.subjectLabel}`, right, 188, 'right'),
    emblem(width / 2, 112),
    svgText(fitParagraph(facts.gradeLabel, { maxSize: 25, minSize: 16, weight: 700 }, 300, 1), {
      x: width / 2,
      y: 188,
      fill: ink,
      anchor: 'center',
    }),
    line('بسم الله الرحمن الرحيم', width / 2, 228, 'center', 400, 21),
    line(`العام الدراسي ${facts.yearLabel}`, inside, 116, 'left'),
    line(facts.roundLabel, inside, 152, 'left', 700),
    line(`الوقت: ${facts.durationLabel}`, inside, 188, 'left'),
    `<path d="M${edge + 7} 250H${width - edge - 7}M${edge + 7} 254H${width - edge - 7}" stroke="${ink}" stroke-width="1.6"/>`,
    line('ملاحظة: الإجابة عن خمسة أسئلة فقط، ولكل سؤال ٢٠ درجة.', right, 292, 'right', 700, 21),
    line('نموذج تجريبي', inside, 292, 'left', 700, 21),
  ].join('')
}

function emblem(x: number, y: number): string {
  return (
    `<g fill="none" stroke="${ink}" stroke-width="2"><path d="${starPath(x, y, 34, 26, 8)}"/>` +
    `<path d="${starPath(x, y, 20, 9, 8)}"/><circle cx="${x}" cy="${y}" r="5"/></g>`
  )
}

function questions(facts: ExamPageFacts): string {
  const { width, height } = drawing
  const direction = facts.direction ?? 'rtl'
  const isRightToLeft = direction === 'rtl'
  const start = isRightToLeft ? width - inside : inside
  const end = isRightToLeft ? inside : width - inside
  const anchor: Anchor = isRightToLeft ? 'right' : 'left'
  const parts: string[] = []
  const room = height - edge - 110
  let y = 358
  facts.questions.forEach((question, index) => {
    const number = facts.numberLabel(facts.firstNumber + index)
    const label = layoutLine(isRightToLeft ? `س${number}/` : `Q${number}.`, {
      size: textSize + 2,
      weight: 700,
      direction,
    })
    const indent = label.width + 18
    const marks = question.marks
      ? layoutLine(question.marks, { size: 22, weight: 400, direction })
      : undefined
    const lines = layoutParagraph(
      question.text,
      { size: textSize, weight: 400, direction },
      width - 2 * inside - indent,
    )
    if (y + lines.length * lineStep > room) return
    parts.push(svgText([label], { x: start, y, fill: ink, anchor }))
    parts.push(
      svgText(lines, {
        x: isRightToLeft ? start - indent : start + indent,
        y,
        fill: ink,
        anchor,
        lineHeight: lineStep / textSize,
      }),
    )
    y += lines.length * lineStep
    if (marks) {
      parts.push(svgText([marks], { x: end, y: y - 4, fill: ink, anchor: isRightToLeft ? 'left' : 'right' }))
      y += 34
    }
    y += 34
  })
  return parts.join('')
}

function footer(facts: ExamPageFacts): string {
  const { width, height } = drawing
  const y = height - edge - 34
  return [
    `<path d="M${edge + 7} ${y - 36}H${width - edge - 7}" stroke="${ink}"/>`,
    svgText(
      [layoutLine('نموذج تجريبي أعدّه موقع رافد للعرض فقط، وليس أسئلة رسمية', { size: 19, weight: 400 })],
      {
        x: width - inside,
        y,
        fill: ink,
      },
    ),
    svgText([layoutLine(facts.pageLabel, { size: 19, weight: 700 })], {
      x: inside,
      y,
      fill: ink,
      anchor: 'left',
    }),
  ].join('')
}

function watermark(): string {
  const { width, height } = drawing
  const lines = fitParagraph('نموذج تجريبي', { maxSize: 150, minSize: 80, weight: 700 }, 900, 1)
  const text = svgText(lines, {
    x: width / 2,
    y: height / 2 + 180,
    fill: '#2653b8',
    anchor: 'center',
    opacity: 0.07,
  })
  return `<g transform="rotate(-38 ${width / 2} ${height / 2 + 130})">${text}</g>`
}
