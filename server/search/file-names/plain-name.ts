/** A file's name as people would say it: without what phones, messengers and copying put into it. */
export interface PlainName {
  /** Words parted by single spaces, digits Latin. */
  text: string
  /** In lower case, without its dot; '' for none. */
  ending: string
  /** The number that the name gives it among its like, where it says one. */
  page: number | undefined
  /** The year of a date that a phone or a messenger put there. */
  stampYear: number | undefined
}

const endings = /(?:\.(?:pdf|jpe?g|png|webp|avif|gif|hei[cf]|zip|rar|7z|docx?|xlsx?|csv|txt))+$/iu
const addresses = /(?:https?:\/\/|www\.|t\.me\/)[^\s_]+|@\w+/giu
const channel = /(?:^|[\s_\-–—(|[])(?:قناة|قناه|كروب|تليكرام|تلكرام|تيليجرام)[\s_][^()[\]|–—-]*/gu
const copies =
  /(?:^|[\s_-])(?:copy of|copy|نسخة من|نسخه من|- نسخة|نسخة مكررة)(?=$|[\s_(-])|[-–—_]\s*نسخ[ةه](?=$|[\s_(])/giu
const stamp =
  /(?<!\d)(?:(20\d\d)([-_.]?)(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-_.])(?:0?[1-9]|1[0-2])\3(20\d\d))(?!\d)/u
const clock = /(?<!\d)\d\d[-.:]\d\d[-.:]\d\d(?!\d)|\bat \d\d?[.:]\d\d(?:[.:]\d\d)?(?: ?[ap]m)?/giu
const camera =
  /(?:^|[\s_-])(?:IMG|VID|PXL|DSCN?|DCIM|WA\d+|Screenshot|WhatsApp(?: Image)?|CamScanner|scan(?:ned)?|photo|image|صور?ة|document|untitled)(?=$|[\s_\-\d(.])/giu
const serial = /(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4,}(?!\d)/gu
const saidPage = /(?:^|[\s_\-(])(?:صفحة|صفحه|ورقة|ص|page|pg|p)[\s_.-]?(\d{1,3})\)?(?=$|[\s_)-])/iu
const inBrackets = /\((\d{1,3})\)/u
const atEnd = /(?<head>\p{L}*)[\s_-]*(?<page>(?<!\d)\d{1,3})$/u
/** Words whose number is their own. */
const counting = /^(?:ال)?(?:دور|د|ج|جزء|فصل|ف|وحدة|وحده|كورس|طبعة|ط|محاولة|round|part|ch|chapter|unit|v)$/iu
const eastern = /[٠-٩۰-۹]/gu

function latinDigits(text: string): string {
  return text.replace(eastern, digit => String((digit.codePointAt(0) ?? 0) & 0xf))
}

/** The number at the end of a picture's name, unless it belongs to the word before it or is most of a year. */
function numberAtEnd(text: string): { page: number; rest: string } | undefined {
  const found = atEnd.exec(text)
  const { head = '', page } = found?.groups ?? {}
  if (!found || page === undefined || counting.test(head)) return undefined
  const rest = text.slice(0, text.length - page.length)
  const before = /([\p{L}]+)[\s_-]*$/u.exec(rest)?.[1]
  const isOwn = before !== undefined && counting.test(before)
  const isSchoolYear = page.length === 2 && /(?:19|20)\d\d[-_]$/u.test(rest)
  return isOwn || isSchoolYear ? undefined : { page: Number(page), rest }
}

/** Reads the name of a file; the folders before it are left out. `isPicture`: a number at its end is its place. */
export function plainNameOf(name: string): PlainName {
  const last = latinDigits(name.normalize('NFC').split(/[/\\]/u).at(-1) ?? '')
  const ending = (/\.([a-z0-9]{2,4})$/iu.exec(last)?.[1] ?? '').toLowerCase()
  let text = last.replace(endings, '').replace(addresses, ' ').replace(channel, ' ').replace(copies, ' ')
  const date = stamp.exec(text)
  const isPicture = /^(?:jpe?g|png|webp|avif|gif|hei[cf])$/u.test(ending)
  if (date) text = text.replace(stamp, ' ')
  text = text.replace(clock, ' ').replace(camera, ' ')
  const said = saidPage.exec(text) ?? (isPicture ? inBrackets.exec(text) : null)
  let page = said?.[1] === undefined ? undefined : Number(said[1])
  if (said) text = text.replace(said[0], ' ')
  text = text.replace(/\(\d{1,3}\)/gu, ' ')
  if (page === undefined && isPicture) {
    const serialPage = /(?<!\d)0*(\d{1,9})\s*$/u.exec(last.replace(endings, ''))?.[1]
    const end = numberAtEnd(text.trimEnd())
    if (end) {
      page = end.page
      text = end.rest
    } else if (serial.test(text) && serialPage !== undefined) page = Number(serialPage)
  }
  text = text
    .replace(serial, ' ')
    .replace(/[_+.،,;|#~*•()[\]{}«»"'!؟?:]+/gu, ' ')
    .replace(/\p{Extended_Pictographic}/gu, ' ')
    .replace(/(?<!\d)\s*[-–—]+\s*|\s*[-–—]+\s*(?!\d)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const year = date?.[1] ?? date?.[4]
  return { text, ending, page, stampYear: year === undefined ? undefined : Number(year) }
}
