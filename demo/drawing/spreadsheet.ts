import { zipOf } from './zip.ts'
import type { Readable } from 'node:stream'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packageNames = 'http://schemas.openxmlformats.org/package/2006'
const documentNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetNames = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cell(value: string | number): string {
  return typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
}

/** A workbook of one sheet that is read from right to left, as a stream. */
export function spreadsheetOf(rows: (string | number)[][], changedAt: Date): Readable {
  const data = rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${documentNames}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${sheetNames}" xmlns:r="${documentNames}"><sheets><sheet name="ورقة1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${documentNames}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheetNames}"><sheetViews><sheetView rightToLeft="1" workbookViewId="0"/></sheetViews><sheetData>${data}</sheetData></worksheet>`,
  }
  return zipOf(
    Object.entries(parts).map(([name, xml]) => ({
      name,
      content: Buffer.from(declaration + xml),
      changedAt,
    })),
  )
}
