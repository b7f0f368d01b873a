import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import yazl from 'yazl'
import { a4, collect } from '#server/pictures/pdf-pages.ts'
import { layoutLine } from '#server/pictures/text-layout.ts'
import { PdfSurface } from '#demo/drawing/pdf-surface.ts'

/** How a school's sheet was made: printed, printed on grainy paper, scanned without numbers, or photographed. */
export type SheetMaking = 'print' | 'paper' | 'scan' | 'photo'

/** A school in an archive. Shape: `numbers` are the exam numbers on its pages, none on a scan or a photo. */
export interface ArchivedSchool {
  name: string
  making: SheetMaking
  numbers: string[]
}

interface ArchiveSize {
  schools: number
  bytes: number
}

const makings: readonly SheetMaking[] = ['paper', 'scan', 'photo']
const pagesOfShown = 3
const rowsPerPage = 25
/** What a page of text and its fonts take. */
const textBytes = 30_000
const margin = 34
const rowHeight = 26
const firstNumber = 4_126_000_000
const columns = ['ت', 'الرقم الامتحاني', 'اسم الطالب', 'عربي', 'إنكليزي', 'رياضيات', 'فيزياء', 'المجموع']
const shares = [0.06, 0.19, 0.31, 0.09, 0.09, 0.09, 0.09, 0.08]

/** Grain that packs badly, as scanned paper has it. Shape: JPEG. */
function grain(sigma: number, width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 238, sigma }
  return sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    .greyscale()
    .jpeg({ quality: 88 })
    .toBuffer()
}

function drawLine(surface: PdfSurface, cells: readonly string[], y: number): void {
  let edge = a4.width - margin
  cells.forEach((cell, index) => {
    const width = (shares[index] ?? 0) * (a4.width - 2 * margin)
    surface.pdf
      .lineWidth(0.6)
      .rect(edge - width, y, width, rowHeight)
      .stroke('#111')
    const line = layoutLine(cell, { size: index === 2 ? 9 : 10, weight: 400 })
    surface.text([line], { x: edge - width / 2, y: y + 17, fill: '#111', anchor: 'center' })
    edge -= width
  })
}

interface Drawing {
  paper: Buffer | undefined
  /** What makes the file as large as wanted: no page shows it. */
  filler: Buffer
  pages: number
  isTable: boolean
}

async function drawSheet({ name, numbers }: ArchivedSchool, { paper, filler, pages, isTable }: Drawing) {
  const surface = new PdfSurface({ title: name, createdAt: new Date(Date.UTC(2026, 7, 14)) })
  const done = collect(surface.stream)
  for (let page = 0; page < pages; page += 1) {
    surface.pdf.addPage()
    if (paper) surface.pdf.image(paper, 0, 0, { width: a4.width, height: a4.height })
    if (!isTable) continue
    const title = layoutLine(name, { size: 16, weight: 700 })
    surface.text([title], { x: a4.width / 2, y: 60, fill: '#111', anchor: 'center' })
    drawLine(surface, columns, 90)
    numbers.slice(page * rowsPerPage, (page + 1) * rowsPerPage).forEach((number, index) => {
      const marks = [52, 61, 74, 88].map(mark => String(mark + ((index * 7) % 12)))
      const student = ['علاء نيزك هلال', 'شهد كوكب صنوبر', 'لؤي زورق سحاب'][index % 3] ?? ''
      drawLine(surface, [String(index + 1), number, student, ...marks, '402'], 90 + (index + 1) * rowHeight)
    })
  }
  surface.pdf.ref({}).end(filler)
  surface.end()
  return done
}

/**
 * Writes an archive of schools as large as wanted: most are printed pages of one table; three of three pages are made
 * in the ways that pack worst. Shape: its schools, those three first.
 */
export async function writeSchoolArchive(
  file: string,
  { schools, bytes }: ArchiveSize,
): Promise<ArchivedSchool[]> {
  const share = Math.floor(bytes / schools)
  const paper = await grain(7, 1240, 1754)
  const filler = await grain(60, 2400, 2400)
  const archive = new yazl.ZipFile()
  const written = pipeline(archive.outputStream, fs.createWriteStream(file))
  const listed: ArchivedSchool[] = []
  for (let at = 0; at < schools; at += 1) {
    const making = makings[at] ?? 'print'
    const pages = at <= makings.length ? pagesOfShown : 1
    const hasNumbers = making === 'print' || making === 'paper'
    const numbers = Array.from({ length: hasNumbers ? pages * rowsPerPage : 0 }, (_, row) =>
      String(firstNumber + at * 1000 + row),
    )
    const school: ArchivedSchool = { name: `إعدادية السنبلة ${at + 1} للبنين`, making, numbers }
    listed.push(school)
    const name = `بنين/${at + 1}- ${school.name}`
    if (making === 'photo') {
      archive.addBuffer(await grain(25, 3000, 4000), `${name}.jpg`, { compress: false })
      continue
    }
    const own = making === 'print' ? undefined : paper
    const rest = filler.subarray(0, Math.max(0, share - (own?.length ?? 0) - textBytes))
    const drawing = { paper: own, filler: rest, pages, isTable: hasNumbers }
    archive.addBuffer(await drawSheet(school, drawing), `${name}.pdf`, { compressionLevel: 1 })
  }
  archive.end()
  await written
  return listed
}
