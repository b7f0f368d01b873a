import type { Transaction } from '#server/base/db/types.ts'
import { shownParts } from '../sheets/sheet-rows.ts'

const letter = /\p{L}/u

/** Gives the sheets of a result whose file's name has no letter the school that the sheet itself names. */
export async function nameSheets(transaction: Transaction, resultId: string): Promise<void> {
  const named = await transaction
    .selectFrom('sheets')
    .innerJoin('sheetReadings', 'sheetReadings.fileId', 'sheets.fileId')
    .where('sheets.resultId', '=', resultId)
    .where('sheetReadings.school', 'is not', null)
    .selectAll('sheets')
    .select('sheetReadings.school as seenSchool')
    .execute()
  for (const { seenSchool, ...sheet } of named) {
    if (seenSchool === null || letter.test(sheet.foundSchool)) continue
    const foundSchool = seenSchool
    await transaction
      .updateTable('sheets')
      .set({ foundSchool, ...shownParts({ ...sheet, foundSchool }) })
      .where('id', '=', sheet.id)
      .execute()
  }
}
