import { pagePicturePath } from './paths.ts'

/**
 * The widths in which a page of a PDF is drawn: to find it by, to read it on a phone, and to look closely. Units: pixels.
 */
export const pageWidths = [160, 840, 1400] as const
export type PageWidth = (typeof pageWidths)[number]
export const thumbnailWidth = 160 satisfies PageWidth
export const readingWidth = 840 satisfies PageWidth
export const closeWidth = 1400 satisfies PageWidth

/** The shape of a page of A4, for one that cannot be told. Units: thousandths of the width. */
export const usualPageShape = 1415

/** The sources of a page of a PDF; of the two to read it by the browser takes one. Page from 1. */
export function pageSources(sha256: string, page: number): { src: string; webpSrcSet: string } {
  const address = (width: PageWidth) => pagePicturePath(sha256, page, width)
  return {
    src: address(readingWidth),
    webpSrcSet: ([readingWidth, closeWidth] as const).map(width => `${address(width)} ${width}w`).join(', '),
  }
}
