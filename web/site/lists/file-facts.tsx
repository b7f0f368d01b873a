import type { ReactNode } from 'react'
import { countedNouns, formatCount, formatFileSize, formatPlainNumber } from '#contract/format.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { beingMended, copyWords } from '#web/school/file-facts-line.tsx'
import type { RowDownload } from './record-actions.tsx'

/** The year of a record; on phones what stands before it says more, and gets its room. Units: a whole year. */
export function yearFact(year: number): ReactNode {
  return (
    <span className="record-year" key="year">
      {formatPlainNumber(year)}
    </span>
  )
}

/**
 * Pages and size of a file, of its light copy where it has one, each once: on wide screens the size stands on the button that
 * loads it. Shape: «٢٧٢ صفحة», «خفيف ٩ م.ب».
 */
export function fileFacts(file: FileFacts | null): ReactNode[] {
  if (!file) return []
  if (file.damage) return [beingMended]
  return [
    file.pageCount && formatCount(file.pageCount, countedNouns.page),
    <bdi className="record-size" key="size">
      {file.light ? `${copyWords.light} ${formatFileSize(file.light.size)}` : formatFileSize(file.size)}
    </bdi>,
  ]
}

/** What a row's button loads; undefined where there is nothing to load from here. */
export function downloadOf(directLink: string | null, file: FileFacts | null): RowDownload | undefined {
  return directLink && !file?.damage ? { href: directLink, file } : undefined
}
