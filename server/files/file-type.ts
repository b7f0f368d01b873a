import { fileTypeFromBuffer } from 'file-type'
import { documentTypes, fileRules, kindOfType } from '#contract/resources/file.ts'
import type { FileKind } from '#contract/resources/file.ts'
import { notArchive, refuseFile } from './refusals.ts'

/** How much of a file's beginning decides its type. */
export const headBytes = 4100

const anyKind = 'نوع الملف غير مقبول. المقبول: صور JPEG وPNG وWebP وAVIF وGIF، وملفات PDF وZIP.'
const markup =
  'ملفات SVG وHTML وما يشبهها غير مقبولة لأنها قد تحمل برامج ضارة. استعمل صورة PNG أو JPEG، أو ملف PDF.'
const phonePhoto = 'صور HEIC لا تفتح في كل المتصفحات. حوّل الصورة إلى JPEG أو PNG ثم ارفعها.'
function isMarkup(head: Buffer): boolean {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf16le' : 'utf8'
  const text = head.toString(encoding).replace(/^\uFEFF/, '')
  if (/^\s*<(?:[a-z!?])/i.test(text)) return true
  return /<(?:svg|html|script|!doctype html)[\s>]/i.test(text) && !head.includes(0)
}

function isDocumentInZip(type: string): boolean {
  return type.startsWith('application/vnd.') || /epub|java|android|x-xpinstall/.test(type)
}

/**
 * The content type that the first bytes of a file show, one of those that the field's kind accepts.
 * Errors: `wrong_file_type` with the sentence for what was found instead.
 */
export async function typeOfHead(head: Buffer, kind: FileKind | undefined): Promise<string> {
  if (head.length === 0) throw refuseFile('الملف فارغ.')
  if (isMarkup(head)) throw refuseFile(markup)
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const type = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  const wrongType = kind === undefined ? anyKind : fileRules[kind].wrongType
  if (type === undefined) throw refuseFile(wrongType)
  if (kind === undefined ? kindOfType(type) !== undefined : fileRules[kind].types.includes(type)) return type
  if (/^image\/hei[cf]/.test(type) && kind !== 'pdf' && kind !== 'zip') throw refuseFile(phonePhoto)
  if (isDocumentInZip(type) && kind !== 'pdf' && kind !== 'image') throw refuseFile(notArchive)
  throw refuseFile(wrongType)
}

const notDocument = 'محتوى الملف غير ما يقوله اسمه. احفظه من جديد.'
const zipHead = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const compoundHead = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

function fitsDocument(ending: string, head: Buffer): boolean {
  if (['xlsx', 'ods', 'docx', 'odt'].includes(ending)) return head.subarray(0, 4).equals(zipHead)
  if (ending === 'rtf') return head.subarray(0, 5).toString('latin1') === '{\\rtf'
  if (ending === 'csv') return !head.includes(0) && !isMarkup(head)
  return head.subarray(0, 4).equals(compoundHead)
}

/**
 * The content type of a document that is only ever downloaded: its ending names it, and its first bytes agree.
 * Errors: `wrong_file_type` when they do not.
 */
export function typeOfDocument(head: Buffer, name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = documentTypes[ending]
  if (type === undefined || head.length === 0 || !fitsDocument(ending, head)) throw refuseFile(notDocument)
  return type
}
