/* Pages that are ready, and answers that outlive the process. Units are in the names. */
import { megabyte, minute, second } from './units.ts'

export const pageCacheBytes = 64 * megabyte
export const pageCacheFreshMs = minute
/** Answers that each list of the API remembers, in all: some seven of a hundred books, or eighty of ten. */
export const listAnswerBytes = 2 * megabyte
/** Addresses with a query whose pages are remembered, of all pages and of one, and how long such an address may be. */
export const knownAddresses = 2_000
export const knownAddressesOfPage = 20
export const knownAddressLetters = 300
/** How long a page that a change has made stale goes on answering while the next one is made. */
export const leavingPageMs = 2 * second
/** Pages and answers that outlive the process, packed. */
export const keptPagesBytes = 256 * megabyte
export const keptFeedsBytes = 16 * megabyte
export const keptAnswersBytes = 64 * megabyte
/** How long changes are waited for before what is public of results is kept again, and after it could not be. */
export const keptSettleMs = 3 * second
export const keptRetryMs = 30 * second
/** Of each stretch of time that keeping takes so many are left to others. */
export const keptRestFactor = 4

/* Texts of sheets' pages, which are read for each who asks: few, since they hold names. */
export const sheetTextsPerMinute = 20
export const sheetTextsWaiting = 10
export const sheetTextsWaitingEach = 3
