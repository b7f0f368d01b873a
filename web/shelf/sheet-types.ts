import type { Sheet } from '#contract/resources/sheet.ts'

/** What the file of a sheet is to a browser. */
export const sheetTypes: Record<Sheet['kind'], string> = {
  pdf: 'application/pdf',
  image: 'image/jpeg',
  file: 'application/octet-stream',
}
