import { ownFirst, readOwnGrade } from '#web/school/own-grade.ts'

const own = readOwnGrade()
const results = document.querySelector('[data-results]')

/** Puts the rows of the own grade before others that answer alike, also when a filter has exchanged them. */
function lead(): void {
  const list = results?.querySelector('.record-rows')
  if (!own || !list) return
  const rows = [...list.children].map(row => {
    const { grade = null, branch = null, match } = (row as HTMLElement).dataset
    return { row, stage: grade, branch, match: match === undefined ? null : Number(match) }
  })
  list.append(...ownFirst(rows, own).map(({ row }) => row))
}

if (results) new MutationObserver(lead).observe(results, { childList: true })
lead()
