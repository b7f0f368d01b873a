import type { PictureBox } from '#contract/resources/lookup.ts'

/** Where a student's own row stands in a sheet. Page from 1. */
interface RowPlace {
  sheet: string
  page: number
  row: PictureBox
}

const key = 'own-row'

/** Remembers in this tab, and nowhere else, which row its sheet shall mark: no address names it. */
export function rememberRow(place: RowPlace): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(place))
  } catch {
    /* A browser that keeps nothing shows the sheet without the mark. */
  }
}

/** The row that somebody has come from to this sheet. */
export function rowIn(sheet: string): RowPlace | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(key) ?? 'null') as RowPlace | null
    return place?.sheet === sheet ? place : undefined
  } catch {
    return undefined
  }
}
