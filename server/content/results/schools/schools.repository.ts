import { sql } from 'kysely'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { PublicSheetRow } from '../sheets/sheets.presenter.ts'

/** The results of a stage, year and round. */
export interface Release {
  stage: MinisterialGradeCode
  releaseYear: number
  try: number
}

/** A public sheet with the result that it belongs to. */
export interface SchoolRow extends PublicSheetRow {
  city: string
  branch: BranchCode | null
  searchText: string
}

/** Every public sheet of a release, by name; or only those of the city of one of its results. */
export function listSchools(
  db: Queryable,
  { stage, releaseYear, try: round }: Release,
  besideResult?: string,
): Promise<SchoolRow[]> {
  const schools = db
    .selectFrom('sheets')
    .innerJoin('results', 'results.id', 'sheets.resultId')
    .innerJoin('sheetArchives', 'sheetArchives.resultId', 'sheets.resultId')
    .select([
      'sheets.id',
      'sheets.resultId',
      'sheets.school',
      'sheets.groupName',
      'sheets.kind',
      'sheets.pages',
      'sheets.size',
      'sheets.fileId',
      'sheets.ending',
      'sheets.isPublic',
      'sheets.searchText',
      'results.city',
      'results.branch',
    ])
    .where('results.stage', '=', stage)
    .where('results.releaseYear', '=', releaseYear)
    .where('results.try', '=', round)
    .where('results.state', '=', 'published')
    .where('sheets.isPublic', '=', true)
    .where('sheetArchives.state', '=', 'ready')
    .where('sheetArchives.removedAt', 'is', null)
  const chosen =
    besideResult === undefined
      ? schools
      : schools.where(
          'results.city',
          '=',
          db.selectFrom('results').select('city').where('id', '=', besideResult),
        )
  return chosen
    .orderBy(sql`sheets.school collate "und-x-icu"`)
    .orderBy('sheets.id')
    .execute()
}

/** A picture of a page that was made when its archive was read. Units: pixels. */
export interface PagePictureRow {
  page: number
  picture: string
  width: number
  height: number
}

/** The pictures of a content's pages that are there. */
export async function listPagePictures(db: Queryable, fileId: string): Promise<PagePictureRow[]> {
  const rows = await db
    .selectFrom('sheetPages')
    .innerJoin('files', 'files.id', 'sheetPages.picture')
    .select(['sheetPages.page', 'files.id as picture', 'sheetPages.width', 'sheetPages.height'])
    .where('sheetPages.fileId', '=', fileId)
    .execute()
  return rows
}
