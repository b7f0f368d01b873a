/**
 * What a light copy saves and costs: a scan of about so many bytes, each page another picture at 300 dpi.
 *
 *   npm run bench -- light [--pages 200] [--megabytes 100] [--keep FOLDER]
 *
 * Makes the copy in a thread as the job does, compares it with the original as the job does, and prints sizes, their ratio, time of
 * a processor, and the memory of the process. `--keep` leaves both documents, and one page of each as it is drawn on a phone,
 * side by side. Bar: a quarter.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { limits } from '#contract/limits.ts'
import { runInThread } from '#server/jobs/step-thread.ts'
import { sourceOfBytes } from '#server/reading/pdfium.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { writePdf } from '#test/pdf-pages.ts'
import { scanPicture } from '#test/scans.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200' },
    megabytes: { type: 'string', default: '100' },
    keep: { type: 'string' },
  },
})
const [pageCount, bytes] = [Number(values.pages), Number(values.megabytes) * 1e6]
const bar = 0.25
const widthPx = 2480
const phonePx = 390
const differentPictures = 4
const directory = values.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))

/** Pictures of the best quality that fits into a page's share of the document. */
async function pictures(): Promise<Buffer[]> {
  const each = bytes / pageCount
  const made: Buffer[] = []
  for (let page = 1; page <= differentPictures; page += 1) {
    const sharpest = sharp(await scanPicture(page, widthPx))
    let fitting: Buffer | undefined
    for (let low = 1, high = 100; high - low > 1;) {
      const quality = Math.floor((low + high) / 2)
      const jpeg = await sharpest.clone().jpeg({ quality }).toBuffer()
      if (jpeg.length > each) high = quality
      else {
        low = quality
        fitting = jpeg
      }
    }
    if (!fitting) throw new Error('The pages do not fit')
    made.push(fitting)
  }
  return made
}

function documentOf(scans: readonly Buffer[]): Buffer {
  const numbers = Array.from({ length: pageCount }, (_, index) => index)
  const height = Math.round(widthPx * Math.SQRT2)
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pageCount}/Kids[${numbers.map(index => `${3 + 3 * index} 0 R`).join(' ')}]>>`,
    ...numbers.flatMap(index => {
      /* What stands behind a picture's end makes each another one. */
      const picture = Buffer.concat([scans[index % scans.length] ?? Buffer.alloc(0), Buffer.from(`${index}`)])
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I ${5 + 3 * index} 0 R>>>>/Contents ${4 + 3 * index} 0 R>>`,
        '<</Length 26>>\nstream\nq 595 0 0 842 0 0 cm /I Do Q\nendstream',
        Buffer.concat([
          Buffer.from(
            `<</Type/XObject/Subtype/Image/Width ${widthPx}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode/Length ${picture.length}>>\nstream\n`,
          ),
          picture,
          Buffer.from('\nendstream'),
        ]),
      ]
    }),
  ])
}

async function inThread<Answer>(name: string, task: unknown): Promise<Answer> {
  const begun = process.cpuUsage()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  const answer = await runInThread<Answer>(
    {
      module: new URL(`../server/files/light-copies/${name}.step.ts`, import.meta.url),
      task,
      memoryMb: limits.lightCopyMemoryMb,
      timeMs: limits.lightCopyMs,
      silenceMs: limits.lightCopyPageMs,
    },
    new AbortController().signal,
  )
  clearInterval(watch)
  const { user, system } = process.cpuUsage(begun)
  const seconds = ((user + system) / 1e6).toFixed(1)
  console.log(`${name}: ${seconds} s of a processor, ${(most / 1e6).toFixed(0)} MB in the process at most`)
  return answer
}

async function drawn(file: string): Promise<Buffer> {
  const pages = await openPages(sourceOfBytes(fs.readFileSync(file)))
  const { width, height, pixels } = pages.drawPixels(2, phonePx * 2)
  pages.close()
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

const [file, copy] = [path.join(directory, 'scan.pdf'), path.join(directory, 'light.pdf')]
try {
  fs.mkdirSync(directory, { recursive: true })
  fs.writeFileSync(file, documentOf(await pictures()))
  fs.writeFileSync(copy, '')
  const before = fs.statSync(file).size
  console.log(`scan: ${pageCount} pages, ${(before / 1e6).toFixed(1)} MB`)
  globalThis.gc?.()
  const absence = await inThread<string | null>('make-copy', { file, target: copy, except: [] })
  const after = fs.statSync(copy).size
  const apart = absence === null ? await inThread<number[] | null>('compare-copies', { file, copy }) : null
  console.log(`light copy: ${(after / 1e6).toFixed(1)} MB, ${(after / before).toFixed(3)} of the scan`)
  console.log(`pages that differ: ${apart?.length ?? absence}`)
  if (values.keep) {
    const [one, other] = [await drawn(file), await drawn(copy)]
    await sharp(one)
      .extend({ right: phonePx * 2, background: '#fff' })
      .composite([{ input: other, left: phonePx * 2, top: 0 }])
      .toFile(path.join(directory, 'page.png'))
  }
  const isGood = absence === null && after / before <= bar && apart?.length === 0
  console.log(isGood ? 'good' : 'BAD')
  process.exitCode = isGood ? 0 : 1
} finally {
  if (!values.keep) fs.rmSync(directory, { recursive: true, force: true })
}
