import { limits } from '#contract/limits.ts'
import { documentTypes } from '#contract/resources/file.ts'

const extensions: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/gif': ['gif'],
  ...Object.fromEntries(Object.entries(documentTypes).map(([ending, type]) => [type, [ending]])),
}

const maxNameBytes = 240
const unprintable =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
const reserved = /[<>:"|?*]/g
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i
const graphemes = new Intl.Segmenter('ar', { granularity: 'grapheme' })

/** The ordinary extension of a content type, without the dot; 'bin' for a type that is not ours. */
export function extensionOf(type: string): string {
  return extensions[type]?.[0] ?? 'bin'
}

function cutToFit(stem: string, tail: string): string {
  let cut = ''
  let bytes = Buffer.byteLength(tail)
  for (const { segment } of graphemes.segment(stem)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxNameBytes || cut.length + segment.length + tail.length > limits.maxFileNameLength) break
    cut += segment
  }
  return cut.trimEnd()
}

/**
 * A name that is safe to show, to put into an address and to save under on any system.
 * Arabic stays; paths, control and direction characters go; the extension always tells the true type.
 */
export function safeFileName(given: string, type: string): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replace(unprintable, '')
    .replaceAll('\uFFFD', '')
    .replace(reserved, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const written = /\.([a-z][a-z0-9]{0,7})$/i.exec(clean)?.[1]
  const known = extensions[type] ?? []
  const stem = written === undefined ? clean : clean.slice(0, -(written.length + 1)).replace(/[\s.]+$/, '')
  const extension =
    written !== undefined && known.includes(written.toLowerCase()) ? written.toLowerCase() : extensionOf(type)
  const tail = `.${extension}`
  const cut = cutToFit(stem, tail) || 'ملف'
  return `${deviceName.test(cut) ? '_' : ''}${cut}${tail}`
}

/** A name in ASCII letters only, for clients that do not know `filename*`; the fallback names the content. */
export function asciiFileName(name: string, type: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/["\\%;,]/g, '')
    .trim()
  const stem = ascii.replace(/\.[a-z0-9]+$/i, '').trim()
  return /[a-z0-9]/i.test(stem) ? ascii : `file.${extensionOf(type)}`
}

/** The value of Content-Disposition with the Arabic name and its fallback. Source: RFC 6266, RFC 8187. */
export function contentDisposition(how: 'inline' | 'attachment', name: string, type: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${asciiFileName(name, type)}"; filename*=UTF-8''${encoded}`
}
