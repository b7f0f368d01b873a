/**
 * Raised whenever a sheet is read otherwise than before: what an older reader has read is then read anew, after all
 * other work.
 */
export const sheetReader = 2
