/** Says to a process that it is one of several behind one port, and not the first. */
export const besideFirst = '--beside-first'
