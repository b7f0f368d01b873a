/* The numbers of the shelf and of what works without a line. Units are in the names. */
import { day, megabyte, second } from './units.ts'

/** So many opened pages are kept; the one that was not opened for longest goes first. */
export const keptPages = 80
export const keptPictures = 300
/** After this a kept copy is shown in place of a page that does not come; never of results. */
export const keptPageWaitMs = 4 * second
/** A download is written down in pieces of this size, and goes on after the last one. */
export const shelfPieceBytes = 512 * 1024
export const shelfStallMs = 20 * second
export const shelfFirstPauseMs = 250
export const shelfLongestPauseMs = 30 * second
/** Tries without a single new byte before the line is taken for gone. */
export const shelfTriesWithoutBytes = 6
/** An open page reminds the worker of what waits: browsers end a worker that nobody speaks to. */
export const shelfReminderMs = 10 * second
export const shelfUpdateCheckMs = day
/** Of the room that a browser leaves, so much stays free for everything else. */
export const shelfSpareBytes = 2 * megabyte
export const packYears = [1, 3, 5, 10] as const
export const usualPackYears = 5
export const shelfLongUnopened = 5
/** The home page waits so long for what the device keeps. */
export const homeKeptWaitMs = 2 * second
