import { formatNumber, formatPlainNumber } from './format.ts'
import { limits } from './limits.ts'
import type { SheetArchive } from './resources/sheet.ts'

type ArchiveState = SheetArchive['state']

/** What is read of a city and branch of a release, and what there was a year before. */
interface SchoolCount {
  schools: number
  /** The same round a year before; 0 where nothing is known of it. */
  schoolsBefore: number
  /** Its archives have been opened. */
  isOpened: boolean
}

/** Against a year before, in percent of it; null where that is not known. */
export function schoolShare({ schools, schoolsBefore }: Omit<SchoolCount, 'isOpened'>): number | null {
  return schoolsBefore > 0 && schools > 0 ? (schools / schoolsBefore) * 100 : null
}

/** Why somebody must look at a city before it becomes public; '' for nothing. Source: S13.4. */
export function doubtOfSchools(count: SchoolCount): string {
  if (!count.isOpened) return ''
  if (count.schools === 0) return 'لا مدارس في الأرشيف.'
  const share = schoolShare(count)
  if (share === null || share >= limits.likelySchoolsShare * 100) return ''
  return `المدارس أقل من السنة الماضية بـ ${formatPlainNumber(100 - Math.round(share))}٪: ${formatNumber(count.schools)} فقط.`
}

/** Whether the archives of a city have been opened, by their states; null where a file is elsewhere. */
export function isOpened(archives: readonly (ArchiveState | null)[]): boolean {
  return archives.includes('ready') && !archives.some(state => state === 'waiting' || state === 'reading')
}
