import { limits } from './limits.ts'

/** The address of a page of a school's sheet. Page from 1. */
export function sheetPageAddress(sheetId: string, page: number): string {
  const part = Math.ceil(page / limits.sheetPagesShown)
  return `/results/sheet/${sheetId}${part > 1 ? `?page=${part}` : ''}#page-${page}`
}
