/** Stands between two facts of one line: it may end a line, and never begins one. */
export const between = '\u00A0· '
