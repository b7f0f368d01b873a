import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import type { FileFacts } from '#contract/resources/file.ts'

/** Of a file that cannot be handed out until staff have uploaded it again. */
export const beingMended = 'الملف قيد الإصلاح'

/** Which of two ways to a file is which, where its size stands beside it. */
export const copyWords = { light: 'خفيف', whole: 'كامل' } as const

const typeNames: Record<string, string> = { 'application/pdf': 'PDF', 'application/zip': 'ZIP' }

interface FileFactsLineProps {
  file: FileFacts
  /** How many pages it has stands elsewhere in view. */
  arePagesSaid?: boolean
}

/** What people want to know before a download. Shape: «PDF · ٨٫٤ م.ب · ١٩٢ صفحة»; of a damaged file that it is mended. */
export function FileFactsLine({ file, arePagesSaid = false }: FileFactsLineProps) {
  if (file.damage) return <span className="file-facts is-mended">{beingMended}</span>
  const parts = [typeNames[file.type], formatFileSize(file.size)]
  if (file.pageCount && !arePagesSaid) parts.push(formatCount(file.pageCount, countedNouns.page))
  return (
    <span className="file-facts">
      {parts
        .filter(part => part !== undefined)
        .map(part => (
          <span key={part}>
            <bdi>{part}</bdi>
          </span>
        ))}
    </span>
  )
}
