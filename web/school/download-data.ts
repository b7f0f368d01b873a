import { sha256OfFileAddress } from '#contract/paths.ts'

interface Downloaded {
  size: number
  type: string
}

/**
 * What lets a link to a file of ours show how far its download is (`web/islands/download.ts`); nothing for other links.
 * The words that change stand in it as `data-slot="label"`.
 */
export function downloadData(href: string, file: Downloaded | null, title: string) {
  if (!file || sha256OfFileAddress(href) === undefined) return {}
  return {
    'data-behaviour': 'shelf',
    'data-kept': 'shelf',
    'data-swap': 'none',
    'data-bytes': file.size,
    'data-type': file.type,
    'data-name': title,
  }
}
