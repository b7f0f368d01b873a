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

/** A page's picture is cut into strips that begin at so many heights, each two of these steps high. */
const stripSteps = 16
export const lastStrip = stripSteps - 2
export const stripShare = 2 / stripSteps
export const stripNames = Array.from({ length: lastStrip + 1 }, (_, strip) => `${strip}.webp`)

/** Where a strip begins. Shape: share of the page's height. */
export function topOfStrip(strip: number): number {
  return strip / stripSteps
}
