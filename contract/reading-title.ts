import { formatPlainNumber } from './format.ts'

/** The title of a page of a document that is read: «كتاب الكيمياء، الصفحة ٩». Page from 1. */
export function readingTitle(title: string, page: number): string {
  return `${title}، الصفحة ${formatPlainNumber(page)}`
}

/** The title of the document whose page has this title. */
export function documentTitle(title: string): string {
  return title.replace(/، الصفحة [\d٠-٩]+$/, '')
}
