/**
 * Raised whenever a sheet is read otherwise than before: what an older reader has read is then read anew, after all
 * other work.
 */
export const sheetReader = 3

/** The same of the text of pages, by where it is read from. */
export const textReaders = { layer: 2, picture: 2 } as const

/** What a file's pages were read with; it rises with either reader. */
export const textReader = textReaders.layer + textReaders.picture
