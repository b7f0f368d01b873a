/** What this process has done since it began, for whoever watches it. Units: bytes; milliseconds. */
export const counts = {
  /** Pages that were asked for: ready in memory, answered by an older copy, or made first. */
  pages: { ready: 0, stale: 0, missed: 0 },
  /** Pages that were rendered, those that nobody asked for at the moment too. */
  renders: 0,
  searches: 0,
  searchMs: 0,
  /** Files on their way in, and what came in of all of them. */
  uploadsUnderWay: 0,
  uploadedBytes: 0,
}
