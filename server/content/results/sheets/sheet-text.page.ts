import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { xmlText } from '#server/base/xml.ts'
import type { SheetText } from '#server/files/sheet-text.ts'

const noText = 'هذه الصفحة لا نص فيها يُوثق به، فلا يقرؤها القارئ الصوتي.'
const emptyCell = 'فارغة'
const noHead = 'بلا عنوان'

/** What one page of a sheet says, and whose it is. */
export interface ToldSheetPage {
  id: string
  school: string
  page: number
  text: SheetText
}

/** The page of ours that tells it: its tables with their heads, an empty cell said as such, and the way back to the sheet. */
export function drawSheetText({ id, school, page, text }: ToldSheetPage): string {
  const title = xmlText(`${school}، نص الصفحة ${formatPlainNumber(page)}`)
  return [
    '<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow">',
    `<title>${title}</title></head><body><main><h1>${title}</h1>`,
    `<p><a href="${xmlText(wayBack(id, page))}">العودة إلى ورقة المدرسة</a></p>`,
    text === null ? paragraph(noText) : bodyOf(text),
    '</main></body></html>\n',
  ].join('')
}

function wayBack(id: string, page: number): string {
  const part = Math.ceil(page / limits.sheetPagesShown)
  return `${paths.sheet(id)}${part > 1 ? `?page=${part}` : ''}#page-${page}`
}

function bodyOf({ before, tables, after }: NonNullable<SheetText>): string {
  return [...before.map(paragraph), ...tables.map(tableOf), ...after.map(paragraph)].join('')
}

function tableOf({ head, rows }: NonNullable<SheetText>['tables'][number], index: number): string {
  const heads = head?.map(text => `<th scope="col">${xmlText(text) || noHead}</th>`).join('')
  const body = rows.map(
    row => `<tr>${row.map(text => `<td>${xmlText(text) || emptyCell}</td>`).join('')}</tr>`,
  )
  const name = `الجدول ${formatPlainNumber(index + 1)}`
  return [
    `<div role="region" aria-label="${name}" tabindex="0" style="overflow-x:auto"><table>`,
    heads === undefined ? '' : `<thead><tr>${heads}</tr></thead>`,
    `<tbody>${body.join('')}</tbody></table></div>`,
  ].join('')
}

const paragraph = (text: string) => `<p>${xmlText(text)}</p>`
