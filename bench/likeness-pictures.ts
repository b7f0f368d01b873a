import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectCodes, subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber, formatSchoolYear } from '#contract/format.ts'
import { sharp } from '#server/base/pictures-library.ts'
import { rosette, starPath, svgDocument, tilePattern } from '#server/pictures/motifs.ts'
import { svgText } from '#server/pictures/svg-text.ts'
import { fitParagraph, layoutLine, layoutParagraph } from '#server/pictures/text-layout.ts'
import { drawCover } from '../demo/drawing/cover.ts'
import { drawExamPage } from '../demo/drawing/exam-page.ts'
import { subjectColours } from '../demo/drawing/subject-colours.ts'
import { topicsOf } from '../demo/subject-topics.ts'

/** A picture of the set. Those of one family have one template. */
export interface LabelledPicture {
  family: string
  subject: string
  stage: string
  year: number
  picture: Buffer
}

const subjects = subjectCodes.slice(0, 6)
const stages = gradeCodes.slice(-3)
const years = [2025, 2026]
const size = { width: 720, height: 1000 }
const teachers = ['علي حسين الجبوري', 'زينب كاظم', 'مصطفى عبد الأمير', 'هدى الراوي', 'أحمد صباح', 'نور الهدى']

/** Numbers from 0 to 1 that are the same at every run. */
function numbers(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const words = (
  text: string,
  x: number,
  y: number,
  px: number,
  fill: string,
  anchor: 'right' | 'center' = 'right',
) =>
  svgText(fitParagraph(text, { maxSize: px, minSize: px / 2, weight: 700 }, 600, 2), { x, y, fill, anchor })

/** A picture as the ministry's books have in their middle: hills, a sun, shapes; the same for a seed. */
function scene(seed: number, width: number, height: number): string {
  const next = numbers(seed)
  const hue = Math.floor(next() * 360)
  const hills = [0, 1, 2].map(at => {
    const top = height * (0.4 + at * 0.18)
    const points = Array.from({ length: 7 }, (_, x) => `${(x * width) / 6} ${top - next() * height * 0.25}`)
    return `<path d="M0 ${height}L${points.join('L')}L${width} ${height}Z" fill="hsl(${(hue + at * 40) % 360} 45% ${60 - at * 14}%)"/>`
  })
  const shapes = Array.from({ length: 9 }, () => {
    const [x, y, r] = [next() * width, next() * height, 12 + next() * 50]
    const fill = `hsl(${Math.floor(next() * 360)} 60% 50%)`
    return next() > 0.5
      ? `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
      : `<path d="${starPath(x, y, r, r / 2, 5)}" fill="${fill}"/>`
  })
  return `<rect width="${width}" height="${height}" fill="hsl(${hue} 60% 82%)"/>${hills.join('')}${shapes.join('')}`
}

const pack = (svg: Buffer) => sharp(svg).flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer()
const whole = (body: string) => pack(svgDocument(size.width, size.height, body))

interface Facts {
  subject: (typeof subjectCodes)[number]
  stage: (typeof gradeCodes)[number]
  year: number
  at: number
}

const places: Facts[] = subjects.flatMap((subject, s) =>
  stages.flatMap((stage, g) => years.map((year, y) => ({ subject, stage, year, at: s * 100 + g * 10 + y }))),
)
const nameOf = ({ subject, stage, year }: Facts) => `${subjectLabels[subject]} ${grades[stage].label} ${year}`

/* The picture in the middle is that of the subject: grades and years differ in their words alone. */
const photoCover = ({ subject, stage, year }: Facts) =>
  whole(
    `<rect width="720" height="1000" fill="#fff"/><rect width="720" height="150" fill="#0b5d3b"/>` +
      words('جمهورية العراق – وزارة التربية', 670, 62, 30, '#fff') +
      words('المديرية العامة للمناهج', 670, 115, 26, '#ffe') +
      `<g transform="translate(60 330)">${scene(subjects.indexOf(subject) + 1, 600, 480)}</g>` +
      words(subjectLabels[subject], 670, 240, 70, '#123') +
      words(grades[stage].label, 670, 300, 36, '#a22') +
      words(`الطبعة الأولى ${formatSchoolYear(year)}`, 670, 900, 34, '#222'),
  )

/* The picture fills the cover and is that of the grade; the subject and the year stand in a box. */
const fullCover = ({ subject, stage, year }: Facts) =>
  whole(
    scene(50 + stages.indexOf(stage), 720, 1000) +
      tilePattern({ x: 0, y: 0, width: 720, height: 90 }, 45, '#fff', 0.5) +
      `<rect x="110" y="380" width="500" height="250" rx="24" fill="#fff"/>` +
      words(subjectLabels[subject], 360, 470, 74, '#1b2a6b', 'center') +
      words(grades[stage].label, 360, 545, 34, '#333', 'center') +
      words(formatPlainNumber(year), 360, 600, 32, '#a33', 'center') +
      `<rect y="930" width="720" height="70" fill="#1b2a6b"/>`,
  )

const bandNote = ({ subject, stage, year }: Facts, teacher: string) =>
  whole(
    `<rect width="720" height="1000" fill="#f7f2e4"/><path d="M0 120L720 0V230L0 350Z" fill="hsl(${subjects.indexOf(subject) * 60} 55% 40%)"/>` +
      rosette(180, 620, 150, '#555', 0.6) +
      words(`ملزمة ${subjectLabels[subject]}`, 660, 200, 60, '#fff') +
      words(`الأستاذ ${teacher}`, 660, 520, 54, '#222') +
      words(grades[stage].label, 660, 610, 40, '#444') +
      words(formatSchoolYear(year), 660, 860, 44, '#a33'),
  )

const faceNote = ({ subject, stage, year, at }: Facts, teacher: string) => {
  const next = numbers(teachers.indexOf(teacher) + 900)
  const hue = Math.floor(next() * 360)
  const face = `<circle cx="200" cy="420" r="${80 + next() * 30}" fill="hsl(30 45% ${55 + next() * 20}%)"/><path d="M60 760Q200 ${480 + next() * 60} 340 760Z" fill="hsl(${hue} 40% 30%)"/>`
  return whole(
    `<rect width="720" height="1000" fill="hsl(${(hue + at) % 360} 30% 90%)"/><rect x="400" width="320" height="1000" fill="hsl(${hue} 50% 35%)"/>` +
      face +
      words(subjectLabels[subject], 690, 260, 56, '#fff') +
      words(teacher, 690, 400, 42, '#ffd') +
      words(grades[stage].shortLabel, 690, 500, 38, '#fff') +
      words(formatPlainNumber(year), 690, 880, 60, '#fff'),
  )
}

function sentences(facts: Facts, count: number): string[] {
  const next = numbers(facts.at + 3)
  const { chapters } = topicsOf(facts.subject, grades[facts.stage].stage)
  const openings = [
    'عرّف ما يأتي',
    'علّل',
    'اشرح باختصار',
    'قارن بين',
    'احسب',
    'أكمل الفراغات في',
    'برهن',
    'اذكر مثالاً عن',
  ]
  const pick = <Item>(from: readonly Item[]) => from[Math.floor(next() * from.length)] as Item
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + Math.floor(next() * 3) }, () => `${pick(openings)} ${pick(chapters)}`).join(
      '، ',
    ),
  )
}

const examPage = (facts: Facts) =>
  drawExamPage({
    gradeLabel: grades[facts.stage].label,
    subjectLabel: subjectLabels[facts.subject],
    roundLabel: 'الدور الأول',
    yearLabel: formatSchoolYear(facts.year),
    durationLabel: 'ثلاث ساعات',
    pageLabel: '١',
    firstNumber: 1,
    questions: sentences(facts, 6).map(text => ({ text, marks: '٢٠ درجة' })),
    numberLabel: formatPlainNumber,
  })

/* A sheet as it is scanned: another face, closer lines, grey paper. */
const scannedPage = (facts: Facts) => {
  let y = 190
  const lines = sentences(facts, 11).map((text, index) => {
    const laid = layoutParagraph(`${formatPlainNumber(index + 1)}- ${text}.`, { size: 25, weight: 400 }, 620)
    const drawn = svgText(laid, { x: 670, y, fill: '#222', lineHeight: 1.5 })
    y += laid.length * 38 + 14
    return y < 960 ? drawn : ''
  })
  return whole(
    `<rect width="720" height="1000" fill="#e9e6de"/><path d="M50 130H670" stroke="#222" stroke-width="3"/>` +
      svgText([layoutLine('وزارة التربية', { size: 28, weight: 700 })], { x: 670, y: 60, fill: '#222' }) +
      words(nameOf(facts), 670, 110, 26, '#222') +
      lines.join(''),
  )
}

const demoCover = ({ subject, stage, year }: Facts) =>
  drawCover({
    title: `كتاب ${subjectLabels[subject]} ${grades[stage].label}`,
    subjectLabel: subjectLabels[subject],
    gradeLabel: grades[stage].label,
    colours: subjectColours(subject),
    badge: formatSchoolYear(year),
  })

const teacherOf = ({ at }: Facts) => teachers[Math.floor(at / 10) % teachers.length] ?? ''

const families: Record<string, (facts: Facts) => Promise<Buffer>> = {
  'demo cover': demoCover,
  'photo cover': photoCover,
  'band note': facts => bandNote(facts, teacherOf(facts)),
  'exam page': examPage,
  'full cover': fullCover,
  'face note': facts => faceNote(facts, teacherOf(facts)),
  'scanned page': scannedPage,
}

/** Templates for the fit, and others that it never sees. */
export const halves = {
  fitting: ['photo cover', 'band note', 'exam page'],
  held: ['demo cover', 'full cover', 'face note', 'scanned page'],
} as const

/** The pictures of these families: each template with six subjects, three grades and two years. */
export async function labelledPictures(names: readonly string[]): Promise<LabelledPicture[]> {
  const made: LabelledPicture[] = []
  for (const family of names)
    for (const facts of places) {
      const picture = await families[family]?.(facts)
      if (picture) made.push({ family, ...facts, picture })
    }
  return made
}

const jpeg = (quality: number) => (picture: ReturnType<typeof sharp>) => picture.jpeg({ quality })

/** Cuts shares of a side away: left, right, top, bottom. */
async function cut(picture: Buffer, [left, right, top, bottom]: readonly [number, number, number, number]) {
  const { width, height } = await sharp(picture).metadata()
  return sharp(picture)
    .extract({
      left: Math.round(width * left),
      top: Math.round(height * top),
      width: Math.round(width * (1 - left - right)),
      height: Math.round(height * (1 - top - bottom)),
    })
    .toBuffer()
}

async function scaled(picture: Buffer, by: number, quality = 85) {
  const { width } = await sharp(picture).metadata()
  return sharp(picture)
    .resize(Math.round(width * by))
    .jpeg({ quality })
    .toBuffer()
}

/** What happens to a picture on its way: each makes a copy of it. */
export const ways: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'quality 45': picture => jpeg(45)(sharp(picture)).toBuffer(),
  half: picture => scaled(picture, 0.5),
  larger: picture => scaled(picture, 1.5),
  'cut 3 %': async picture => jpeg(80)(sharp(await cut(picture, [0.03, 0.03, 0.03, 0.03]))).toBuffer(),
  'cut 5 %': async picture => jpeg(80)(sharp(await cut(picture, [0.05, 0.05, 0.05, 0.05]))).toBuffer(),
  'cut aside': async picture => jpeg(80)(sharp(await cut(picture, [0.04, 0.01, 0, 0.03]))).toBuffer(),
  'turned 1°': picture => jpeg(80)(sharp(picture).rotate(1, { background: '#fff' })).toBuffer(),
  'turned back 1°': async picture =>
    jpeg(80)(
      sharp(
        await cut(
          await sharp(picture).rotate(-1, { background: '#fff' }).toBuffer(),
          [0.02, 0.02, 0.02, 0.02],
        ),
      ),
    ).toBuffer(),
  bright: picture => jpeg(80)(sharp(picture).linear(1.2, 15)).toBuffer(),
  dark: picture => jpeg(80)(sharp(picture).linear(0.75, -5)).toBuffer(),
  grey: picture => jpeg(80)(sharp(picture).greyscale()).toBuffer(),
  margins: picture =>
    jpeg(80)(
      sharp(picture).extend({ top: 40, bottom: 40, left: 30, right: 30, background: '#fff' }),
    ).toBuffer(),
  'sent on': async picture => scaled(await cut(picture, [0.03, 0.02, 0.02, 0.03]), 0.6, 45),
}
