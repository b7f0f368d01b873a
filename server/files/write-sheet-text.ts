import { writeFile } from 'node:fs/promises'
import { compareDigits } from '#server/reading/check-digits.ts'
import { findRows } from '#server/reading/find-rows.ts'
import { layerText } from '#server/reading/page-text.ts'
import { withPages } from './draw-page.ts'

/**
 * Writes the text that a page of a sheet has itself into a file, a line for each row; nothing where it has none, or where its
 * numbers are not those of its picture. Page from 1. Errors: `wrong_file_type`.
 */
export function writeSheetText(file: string, page: number, target: string): Promise<void> {
  return withPages(file, async pages => {
    const read = pages.readPage(page)
    const text = layerText(read)?.text ?? ''
    const isShown = text !== '' && compareDigits(pages, read, findRows(read).rows) === 'alike'
    await writeFile(target, isShown ? text : '')
  })
}
