/** An object of a PDF, without its number. Shape: everything between `obj` and `endobj`. */
type PdfObject = string | Buffer

/** Writes a PDF of these objects by hand; the first one is the catalogue. */
export function writePdf(objects: readonly PdfObject[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  objects.forEach((object, index) => {
    places.push(at)
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(whole)
    at += whole.length
  })
  const rows = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const stream = (dictionary: string, content: string) =>
  `<<${dictionary}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** A PDF of many pages, each with its number on it unless another text is given, and of these chapters. Units: points. */
export function makeManyPages(
  count: number,
  sizeOf: (page: number) => [number, number] = () => [420, 595],
  chapters: readonly { title: string; page: number }[] = [],
  textOf: (page: number) => string = String,
) {
  const first = 4
  const outline = first + 2 * count
  const marks = chapters.map(({ title, page }, index) => {
    const next = index + 1 < chapters.length ? `/Next ${outline + 2 + index} 0 R` : ''
    const hex = Buffer.from(`\ufeff${title}`, 'utf16le').swap16().toString('hex')
    return `<</Title<${hex}>/Parent ${outline} 0 R${next}/Dest[${first + 2 * (page - 1)} 0 R/Fit]>>`
  })
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const kids = numbers.map((_, index) => `${first + 2 * index} 0 R`).join(' ')
  const pages = numbers.flatMap((page, index) => {
    const [width, height] = sizeOf(page)
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F 3 0 R>>>>/Contents ${first + 2 * index + 1} 0 R>>`,
      stream('', `BT /F 48 Tf 60 ${Math.round(height / 2)} Td (${textOf(page)}) Tj ET`),
    ]
  })
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R/Outlines ${outline} 0 R>>`,
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages,
    marks.length === 0
      ? '<</Type/Outlines>>'
      : `<</Type/Outlines/First ${outline + 1} 0 R/Last ${outline + marks.length} 0 R/Count ${marks.length}>>`,
    ...marks,
  ])
}

/** A PDF whose first page eats all memory: forms that draw forms that draw forms; its second page is plain. */
export function makeGreedyPdf(): Buffer {
  const levels = 9
  const first = 7
  const forms = Array.from({ length: levels }, (_, level) => {
    const isLast = level === levels - 1
    const content = isLast ? '0 0 300 300 re f' : '/X Do '.repeat(20)
    const resources = isLast ? '' : `/Resources<</XObject<</X ${first + level + 1} 0 R>>>>`
    return stream(`/Type/XObject/Subtype/Form/BBox[0 0 400 500]${resources}`, content)
  })
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 5 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</XObject<</X ${first} 0 R>>>>/Contents 4 0 R>>`,
    stream('', '/X Do '.repeat(20)),
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 6 0 R>>',
    stream('', '60 60 100 100 re f'),
    ...forms,
  ])
}

/** A PDF whose only page takes for ever to draw: a picture of so many points that holds none of them. Units: pixels. */
export function makeEndlessPdf(sidePx = 30_000): Buffer {
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>',
    stream('', 'q 400 0 0 500 10 10 cm /I Do Q\n'.repeat(4)),
    stream(
      `/Type/XObject/Subtype/Image/Width ${sidePx}/Height ${sidePx}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/ASCIIHexDecode/Interpolate true/SMask 6 0 R`,
      '00>',
    ),
    stream(
      `/Type/XObject/Subtype/Image/Width ${sidePx}/Height ${sidePx}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode`,
      '00>',
    ),
  ])
}
