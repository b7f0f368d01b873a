import type { StoredName } from '#server/archives/decode-names.ts'
import { searchTextOf } from '#server/search/list-text.ts'
import type { SheetRow } from './sheets.repository.ts'
import type { KeptName } from './sheets.table.ts'

/** What follows from what the archive says of a sheet and what staff say. */
export type ShownParts = Pick<SheetRow, 'school' | 'groupName' | 'isPublic' | 'searchText'>

/** What is shown of a sheet: the words of staff before those of the archive. */
export function shownParts(
  row: Pick<
    SheetRow,
    'foundSchool' | 'foundGroup' | 'givenSchool' | 'givenGroup' | 'isHidden' | 'problem' | 'kind' | 'fileId'
  >,
): ShownParts {
  const school = row.givenSchool ?? row.foundSchool
  const groupName = row.givenGroup ?? row.foundGroup ?? ''
  const isSheet = row.kind !== 'other' && row.fileId !== null && row.problem === null
  return {
    school,
    groupName,
    isPublic: isSheet && !row.isHidden,
    searchText: searchTextOf([school, groupName]),
  }
}

/** A name as it is kept in the database. */
export function keptName({ raw, certain }: StoredName): KeptName {
  return { raw: raw.toString('base64'), certain: certain ?? null }
}

/** A kept name as archives are read. */
export function storedName({ raw, certain }: KeptName): StoredName {
  return { raw: Buffer.from(raw, 'base64'), certain: certain ?? undefined }
}

/** Whether something of these sheets was public before and is not after. */
export function isTakenBack(before: readonly SheetRow[], after: readonly SheetRow[]): boolean {
  const shown = new Map(after.filter(row => row.isPublic).map(row => [row.id, row.fileId]))
  return before.some(({ id, fileId, isPublic }) => isPublic && shown.get(id) !== fileId)
}
