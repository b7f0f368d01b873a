/** A piece of a text; `href` where it is the address of a web page. */
export interface TextPart {
  text: string
  href?: string
}

/* The host in Latin letters only: an Arabic word that follows without a space is no part of it. */
const address = /(?:https?:\/\/|www\.)[a-z\d.-]+(?::\d+)?(?:[/?#][^\s<>"«»،؛؟]*)?/gi
const sentenceEnd = new Set(".,;:!?…'*")
const openerOf: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * A text as pieces, its web addresses apart from the words around them. Only http and https become links; the full
 * stop, the bracket or the quotation mark after an address belongs to the sentence.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutSentenceEnd(found)
    const href = webAddress(shown)
    if (href === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: shown, href })
    end = index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function webAddress(text: string): string | undefined {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text)
  return url?.hostname.includes('.') ? url.href : undefined
}

function withoutSentenceEnd(found: string): string {
  const counts = new Map<string, number>()
  for (const letter of found) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let length = found.length
  for (; length > 0; length -= 1) {
    const last = found.charAt(length - 1)
    const opener = openerOf[last]
    const isUnopened = opener !== undefined && (counts.get(last) ?? 0) > (counts.get(opener) ?? 0)
    if (!sentenceEnd.has(last) && !isUnopened) break
    counts.set(last, (counts.get(last) ?? 0) - 1)
  }
  return found.slice(0, length)
}
