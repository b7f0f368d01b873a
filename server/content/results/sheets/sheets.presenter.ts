import { filePath } from '#contract/paths.ts'
import type { Sheet, StaffSheet } from '#contract/resources/sheet.ts'
import { safeFileName } from '#server/files/file-name.ts'
import type { SheetRow } from './sheets.repository.ts'

/** What must be known of a row to show it to everybody. */
export type PublicSheetRow = Pick<
  SheetRow,
  'id' | 'resultId' | 'school' | 'groupName' | 'kind' | 'pages' | 'size' | 'fileId' | 'ending' | 'isPublic'
>

function addressOf({ fileId, school, ending }: PublicSheetRow): string | null {
  return fileId === null ? null : filePath(fileId, `${plainName(school)}.${ending}`)
}

/* A school's name in an address is decoration; a sign that no file may carry does not stand in it. */
function plainName(school: string): string {
  return safeFileName(school, 'application/pdf').replace(/\.pdf$/i, '')
}

/** A sheet as everybody sees it; undefined for a row that is no public sheet. */
export function presentSheet(row: PublicSheetRow): Sheet | undefined {
  const url = addressOf(row)
  if (!row.isPublic || row.kind === 'other' || row.fileId === null || url === null) return undefined
  return {
    id: row.id,
    resultId: row.resultId,
    school: row.school,
    group: row.groupName || null,
    kind: row.kind,
    pages: row.pages,
    size: row.size,
    url,
    sha256: row.fileId,
  }
}

/** An entry of an archive as staff see it. */
export function presentStaffSheet(row: SheetRow): StaffSheet {
  return {
    id: row.id,
    resultId: row.resultId,
    school: row.school,
    group: row.groupName || null,
    kind: row.kind,
    pages: row.pages,
    size: row.size,
    url: addressOf(row),
    sha256: row.fileId,
    entry: row.entry,
    foundSchool: row.foundSchool,
    foundGroup: row.foundGroup,
    isHidden: row.isHidden,
    problem: row.problem,
    isPublic: row.isPublic,
    version: row.version,
  }
}
