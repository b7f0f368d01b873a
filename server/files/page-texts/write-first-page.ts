import { writeFile } from 'node:fs/promises'
import { layerText } from '#server/reading/page-text.ts'
import { withPages } from '../draw-page.ts'

/**
 * Writes the text that the first page of a PDF has itself into a file; nothing where it has none that can be believed.
 * Errors: `wrong_file_type`.
 */
export function writeFirstPage(file: string, target: string): Promise<void> {
  return withPages(file, pages => writeFile(target, layerText(pages.readPage(1))?.text ?? ''))
}
