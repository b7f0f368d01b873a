/** In what a name can be written: UTF-8 and the old code pages of Windows, DOS and OS/2. */
export const nameEncodings = ['utf-8', 'cp1256', 'cp720', 'cp864', 'cp437'] as const
export type NameEncoding = (typeof nameEncodings)[number]

/* The signs of the bytes 128 to 255. Source: Python codecs. */
const upperHalves = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  cp720:
    '\u0080\u0081éâ\u0084à\u0086çêëèïî\u008D\u008E\u008F\u0090\u0651\u0652ô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ضطظعغفµقكلمنهوىي≡\u064B\u064C\u064D\u064E\u064F\u0650≈°∙·√ⁿ²■\u00A0',
  cp864:
    '°·∙√▒─│┼┤┬├┴┐┌└┘β∞φ±½¼≈«»ﻷﻸ\uFFFD\uFFFDﻻﻼ\uFFFD\u00A0\u00ADﺂ£¤ﺄ\uFFFD\uFFFDﺎﺏﺕﺙ،ﺝﺡﺥ٠١٢٣٤٥٦٧٨٩ﻑ؛ﺱﺵﺹ؟¢ﺀﺁﺃﺅﻊﺋﺍﺑﺓﺗﺛﺟﺣﺧﺩﺫﺭﺯﺳﺷﺻﺿﻁﻅﻋﻏ¦¬÷×ﻉـﻓﻗﻛﻟﻣﻧﻫﻭﻯﻳﺽﻌﻎﻍﻡ\uFE7Dّﻥﻩﻬﻰﻲﻐﻕﻵﻶﻝﻙﻱ■\uFFFD',
} as const

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const windows1256 = new TextDecoder('windows-1256')

const isAscii = (bytes: Uint8Array) => bytes.every(byte => byte < 0x80)

/** True for bytes that are UTF-8 and more than ASCII. */
export function isUtf8Text(bytes: Uint8Array): boolean {
  return !isAscii(bytes) && decodeUtf8(bytes) !== undefined
}

/** The text of UTF-8, or undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function decodeTable(bytes: Uint8Array, table: string): string {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : table.charAt(byte - 0x80)
  return text
}

/** The bytes as they are in the code page, or undefined when UTF-8 is asked for and they are none. */
export function decodeAs(bytes: Uint8Array, encoding: NameEncoding): string | undefined {
  if (encoding === 'utf-8') return decodeUtf8(bytes)
  if (encoding === 'cp1256') return windows1256.decode(bytes)
  return decodeTable(bytes, upperHalves[encoding])
}

/** The bytes that a text has in CP437, or undefined when one of its signs is not there. */
export function encodeCp437(text: string): Buffer | undefined {
  const bytes: number[] = []
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    const place = code < 0x80 ? code : upperHalves.cp437.indexOf(sign) + 0x80
    if (place < 0x80 && code >= 0x80) return undefined
    bytes.push(place)
  }
  return Buffer.from(bytes)
}

const shapedRun = /[\u0600-\u06FF\uFB50-\uFDFF\uFE70-\uFEFF][\u0600-\u06FF\uFB50-\uFDFF\uFE70-\uFEFF\s]*/gu
const arabicDigits = /[٠-٩]+/g

/** The letters behind shapes: no presentation forms, no stretching. */
export function lettersOf(text: string): string {
  return text
    .replace(/[\uFB50-\uFDFF\uFE70-\uFEFF]+/gu, shapes => shapes.normalize('NFKC'))
    .replaceAll('ـ', '')
}

/** The text with its Arabic runs turned: what was kept in the order of the screen is in the order of reading. */
export function turnRuns(text: string): string {
  return text.replace(shapedRun, run => {
    const space = /\s*$/.exec(run)?.[0] ?? ''
    const turned = Array.from(run.slice(0, run.length - space.length))
      .reverse()
      .join('')
    return turned.replace(arabicDigits, digits => Array.from(digits).reverse().join('')) + space
  })
}
