/* Pictures of pages that are drawn when they are first asked for. */
import { minute, second } from './units.ts'

export const maxDrawnPage = 20_000
/** A page that takes longer is not drawn. */
export const pageDrawMs = 15 * second
/** Pages of one file that took so long, until no other one of it is tried. */
export const maxSlowPages = 3
/** A page that took too long, or a file with so many of them, is tried again after that. */
export const slowPagePauseMs = 10 * minute
/** Pages that are drawn ahead when a record names a file. */
export const pagesDrawnAhead = 10
/** Originals of a bucket that lie here while their pages are asked for, and for how long after the last one. */
export const localOriginals = 4
export const localOriginalMs = 2 * minute
export const pagePicturesWaiting = 120
export const pagePicturesWaitingEach = 30
export const pagePictureWaitMs = 20 * second
/** Whoever has waited so long for a page is told to come back: a line that says nothing for a minute is cut, here and in nginx. */
export const pageAnswerMs = 40 * second
/** How long a page waits to learn the size of its first picture. */
export const pageSizeWaitMs = 2 * second
/** In a reader: a page that takes so long says so, is given up, and is asked for again after each of these. */
export const pictureLateMs = 6 * second
export const pictureGiveUpMs = minute
export const pictureRetryMs = [3 * second, 9 * second, 27 * second] as const
