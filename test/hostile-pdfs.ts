import { deflateSync } from 'node:zlib'
import { makePdf } from './files.ts'

type Part = string | Buffer

/** An object of a PDF that holds a stream. */
function stream(facts: string, content: Part): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([
    Buffer.from(`<<${facts}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

const packed = (facts: string, content: Part) =>
  stream(`${facts}/Filter/FlateDecode`, deflateSync(Buffer.from(content)))

/** A PDF of these objects, numbered from 1; the first one is its catalogue. */
function pdfOf(objects: readonly Part[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const places = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${places}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`
  add(Buffer.from(tail))
  return Buffer.concat(parts)
}

/** One page with these resources and this content. */
function onePage(resources: string, content: Part, rest: readonly Part[] = [], box = '0 0 595 842'): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Resources<<${resources}>>/Contents 4 0 R>>`,
    content,
    ...rest,
  ])
}

const picture = (facts: string, bytes: Part) => packed(`/Type/XObject/Subtype/Image${facts}`, bytes)
const drawIt = stream('', 'q 595 0 0 842 0 0 cm /I Do Q')

/** A picture of so many points each way, nearly nothing in the file. */
function largePicture(sidePx: number): Buffer {
  const facts = `/Width ${sidePx}/Height ${sidePx}/ColorSpace/DeviceGray/BitsPerComponent 1`
  return onePage('/XObject<</I 5 0 R>>', drawIt, [
    picture(facts, Buffer.alloc(Math.min(sidePx, 60_000) * 1000)),
  ])
}

/** Forms that each draw the next one often: a few hundred bytes to read for ever. */
function endlessForms(levels: number, times: number): Buffer {
  const forms = Array.from({ length: levels }, (_, level) => {
    const isLast = level === levels - 1
    const next = isLast ? '' : `/Resources<</XObject<</F ${level + 6} 0 R>>>>`
    return stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 600 850]${next}`,
      isLast ? '0 0 100 100 re f' : '/F Do '.repeat(times),
    )
  })
  return onePage('/XObject<</F 5 0 R>>', stream('', '/F Do'), forms)
}

const font = '/Font<</F 5 0 R>>'
const simpleFont = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'

/** A page with so many letters that what is known of them fills the memory. */
function manyLetters(count: number): Buffer {
  const line = `(${'1234567890 '.repeat(100)}) Tj T*\n`
  const content = `BT /F 1 Tf 1 TL 1 0 0 1 10 800 Tm\n${line.repeat(Math.ceil(count / 1100))}ET`
  return onePage(font, packed('', content), [simpleFont])
}

function brokenFont(subtype: string, file: string, bytes: Buffer): Buffer {
  return onePage(font, stream('', 'BT /F 24 Tf 50 700 Td (1234567890) Tj ET'), [
    `<</Type/Font/Subtype/${subtype}/BaseFont/Broken/FirstChar 0/LastChar 255/Widths[${'600 '.repeat(256)}]/FontDescriptor 6 0 R>>`,
    `<</Type/FontDescriptor/FontName/Broken/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/${file} 7 0 R>>`,
    stream(`/Length1 ${bytes.length}`, bytes),
  ])
}

/** A letter of a font that draws itself. */
function fontInItself(): Buffer {
  return onePage(font, stream('', 'BT /F 24 Tf 50 700 Td (aaaa) Tj ET'), [
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a 6 0 R>>/Encoding<</Type/Encoding/Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources<</Font<</F 5 0 R>>>>>>',
    stream('', '1000 0 d0 BT /F 500 Tf (aaaa) Tj ET'),
  ])
}

/** A table of letters that names more of them than there are. */
function endlessLetters(): Buffer {
  const ranges = '<0000> <FFFF> <0000>\n'.repeat(100)
  const map = `/CIDInit /ProcSet findresource begin begincmap\n${`100 beginbfrange\n${ranges}endbfrange\n`.repeat(50)}endcmap end`
  return onePage(font, stream('', 'BT /F 24 Tf 50 700 Td <00010002> Tj ET'), [
    '<</Type/Font/Subtype/Type0/BaseFont/Broken/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 7 0 R>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Broken/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 8 0 R>>',
    packed('', map),
    '<</Type/FontDescriptor/FontName/Broken/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 0/Descent 0/CapHeight 0/StemV 0>>',
  ])
}

function noise(bytes: number): Buffer {
  const made = Buffer.alloc(bytes)
  for (let at = 0, state = 7; at < bytes; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    made[at] = state >>> 16
  }
  return made
}

/** PDFs that nobody means well with, by the name of a school. They stay the same from call to call. */
export async function hostilePdfs(): Promise<Record<string, Buffer>> {
  const sound = await makePdf(3)
  return {
    قصيرة: sound.subarray(0, sound.length / 2),
    ضوضاء: Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(20_000), Buffer.from('\n%%EOF\n')]),
    مقفلة: await makePdf(1, { userPassword: 'secret' }),
    'بلا نهاية': endlessForms(12, 40),
    'صورة هائلة': largePicture(60_000),
    'صورة لا تُصدق': largePicture(100_000_000),
    'صفحة هائلة': onePage('', stream('', '0 0 1 1 re f'), [], '0 0 1e9 1e9'),
    'صفحة بلا عرض': onePage('', stream('', '0 0 1 1 re f'), [], '0 0 0 0'),
    'صفحة كالخيط': onePage('', stream('', '0 0 1 1 re f'), [], '0 0 2 14000'),
    'حروف بلا عدد': manyLetters(4_000_000),
    'رسوم بلا عدد': onePage('', packed('', '0 0 m 9 9 l S\n'.repeat(12_000_000))),
    'خط تالف': brokenFont(
      'TrueType',
      'FontFile2',
      Buffer.concat([Buffer.from('00010000000c0080', 'hex'), noise(4000)]),
    ),
    'خط قديم تالف': brokenFont('Type1', 'FontFile', noise(4000)),
    'خط يرسم نفسه': fontInItself(),
    'جدول حروف': endlessLetters(),
    أقواس: onePage('', stream('', '['.repeat(2_000_000))),
    'فهرس دائري': pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000000>>',
    ]),
    'فهرس كاذب': pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 900000000>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    ]),
    'جدول وليس ورقة': Buffer.concat([Buffer.from('504b0304', 'hex'), noise(2000)]),
    'عشرة آلاف صفحة': await manyPages(10_000),
  }
}

/** A sound PDF of so many pages with a word on each. */
async function manyPages(count: number): Promise<Buffer> {
  const kids = Array.from({ length: count }, (_, at) => `${at + 5} 0 R`).join(' ')
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 3 0 R>>'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    stream('', 'BT /F 24 Tf 50 700 Td (Page) Tj ET'),
    simpleFont,
    ...Array.from({ length: count }, () => page),
  ])
}
