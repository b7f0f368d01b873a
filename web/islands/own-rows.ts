import { ownFirst, readOwnGrade } from '#web/school/own-grade.ts'

const own = readOwnGrade()
const results = document.querySelector('[data-results]')

/**
 * Puts the rows of the own grade before others that answer alike, also when a filter has exchanged them: the first is the
 * best hit, and the kinds follow in the order of their first one.
 */
function lead(): void {
  const found = [...(results?.querySelectorAll<HTMLElement>('[data-place-found]') ?? [])]
  if (!own || found.length === 0) return
  const rows = found
    .toSorted((one, other) => Number(one.dataset.placeFound) - Number(other.dataset.placeFound))
    .map(row => {
      const { grade = null, branch = null, match } = row.dataset
      return { row, stage: grade, branch, match: match === undefined ? null : Number(match) }
    })
  const ordered = ownFirst(rows, own).map(({ row }) => row)
  const best = results?.querySelector('[data-best] ul')
  const leader = best ? ordered.shift() : undefined
  if (leader) best?.append(leader)
  const groups = results?.querySelector('[data-groups]')
  if (!groups) return found[0]?.parentElement?.append(...ordered)
  for (const group of groups.querySelectorAll<HTMLElement>('[data-group]')) {
    const ofKind = ordered.filter(row => row.dataset.kind === group.dataset.group)
    group.querySelector('ul')?.append(...ofKind)
    group.hidden = ofKind.length === 0
    const count = group.querySelector<HTMLElement>('.group-count')
    const { all = '', rest = '' } = count?.dataset ?? {}
    if (count) count.textContent = leader?.dataset.kind === group.dataset.group ? rest : all
  }
  for (const row of ordered.toReversed()) groups.prepend(row.closest('[data-group]') as HTMLElement)
}

if (results) new MutationObserver(lead).observe(results, { childList: true })
lead()
