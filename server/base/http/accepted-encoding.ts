/** How an answer's bytes are packed. */
export type Encoding = 'br' | 'gzip' | 'identity'

const encodingOf = new Map<string, Encoding>()
const maxRememberedHeaders = 200

/** The encoding to answer with: Brotli, then gzip, then none; `q=0` refuses one. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity'
  const known = encodingOf.get(acceptEncoding)
  if (known) return known
  const encoding = readEncoding(acceptEncoding)
  if (encodingOf.size < maxRememberedHeaders) encodingOf.set(acceptEncoding, encoding)
  return encoding
}

function readEncoding(acceptEncoding: string): Encoding {
  const isAccepted = (name: string) =>
    new RegExp(`(?:^|[,\\s])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:[,\\s]|$))(?:[,;\\s]|$)`).test(acceptEncoding)
  if (acceptEncoding.includes('br') && isAccepted('br')) return 'br'
  if (acceptEncoding.includes('gzip') && isAccepted('gzip')) return 'gzip'
  return 'identity'
}
