import { writeFile } from 'node:fs/promises'
import { readSheetText } from '#server/reading/read-sheet-text.ts'
import { withPages } from './draw-page.ts'
import type { SheetText } from './sheet-text.ts'

/**
 * Writes what a page of a sheet says itself into a file, as far as its picture bears it out. Page from 1. Shape: `SheetText` as
 * JSON. Errors: `wrong_file_type`.
 */
export function writeSheetText(file: string, page: number, target: string): Promise<void> {
  return withPages(file, async pages => {
    const text: SheetText = readSheetText(pages, pages.readPage(page)) ?? null
    await writeFile(target, JSON.stringify(text))
  })
}
