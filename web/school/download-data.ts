import { sha256OfFileAddress } from '#contract/paths.ts'

interface Downloaded {
  size: number
  type: string
}

const behaviour = { 'data-behaviour': 'shelf', 'data-kept': 'shelf', 'data-swap': 'none' }

/**
 * What lets a link to a file of ours show how far its download is (`web/islands/download.ts`); nothing for other links.
 * The words that change stand in it as `data-slot="label"`, and with `data-slot="share"` how much has come.
 */
export function downloadData(href: string, file: Downloaded | null, title: string) {
  if (!file || sha256OfFileAddress(href) === undefined) return {}
  return { ...behaviour, 'data-bytes': file.size, 'data-type': file.type, 'data-name': title }
}

/** The same for a file that is made when it is asked for: what it is like is known then. */
export function madeDownloadData(title: string) {
  return { ...behaviour, 'data-made': '', 'data-name': title }
}
