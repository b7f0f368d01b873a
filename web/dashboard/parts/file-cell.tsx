import { formatCount, formatFileSize, formatNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import type { FileFacts } from '#contract/resources/file.ts'

interface FileCellProps {
  /** The record's addresses of files, those of elsewhere among them. */
  addresses: readonly (string | null)[]
  /** What is known of those that are files of ours. */
  files: readonly (FileFacts | null)[]
}

/** In the row of a record: how large its file is, how many pages it has, or what is wrong with it. */
export function FileCell({ addresses, files }: FileCellProps) {
  const known = files.filter(file => file !== null)
  if (addresses.every(address => !address)) return <span className="table__wrong">بلا ملف</span>
  if (known.some(({ damage }) => damage)) return <span className="table__wrong">تالف</span>
  if (known.length === 0) return 'رابط خارجي'
  const size = formatFileSize(known.reduce((sum, file) => sum + file.size, 0))
  const pages = known.reduce((sum, file) => sum + (file.pageCount ?? 0), 0)
  const images = addresses.length > 1 ? formatCount(addresses.length, staffNouns.image) : undefined
  const count = images ?? (pages > 0 ? `${formatNumber(pages)} ص` : undefined)
  return [size, count].filter(Boolean).join(' · ')
}
