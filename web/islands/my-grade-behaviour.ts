import { isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { gradePages, gradePlaceLabel } from '#contract/grade-pages.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { ask } from '#web/ask.ts'

/** Lets the grade that this device keeps lead: the home page, the places at the thumb, the menus. Source: P15.2. */
export function attachGrade(): void {
  const kept: string = localStorage.grade
  const page = gradePages.find(({ path }) => path.endsWith(`/${kept}`))
  if (!page) return giveWay()
  for (const link of document.querySelectorAll<HTMLElement>('.grade-tools [data-keep]'))
    if (link.dataset.keep === kept) link.setAttribute('aria-current', 'true')
  keepBranches(kept)
  leadPlaces(page)
  leadMenus(page)
  leadOut(page)
  const results = document.querySelector('[data-results]')
  if (results) new MutationObserver(() => leadOut(page)).observe(results, { childList: true })
  const home = document.querySelector<HTMLElement>('[data-mine-home]')
  if (home) showHome(home, page).catch(giveWay)
}

/** Whoever keeps a grade keeps the branch of it that is pressed. */
function keepBranches(kept: string): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-branch]'))
    if (kept.startsWith(link.dataset.branchOf ?? ' ')) link.dataset.keep = link.dataset.branch
}

/** Without its grade the home page is that of everybody. */
function giveWay(): void {
  delete document.documentElement.dataset.grade
}

/** The places lead into the lists of the grade; each list shows its filter, which can be removed. */
function leadPlaces({ grade, branch }: GradePlace): void {
  const own = new Map<string, string>([
    [paths.books, paths.booksOfGrade(grade, branch)],
    [paths.notes, paths.notesOfGrade(grade, branch)],
  ])
  if (isMinisterialGradeCode(grade)) {
    own.set(paths.exams, paths.examsOfGrade(grade))
    own.set(paths.results, paths.resultsOfGrade(grade))
  }
  for (const link of document.querySelectorAll('.place-bar a, .notice a')) {
    const href = own.get(link.getAttribute('href') ?? '')
    if (href) link.setAttribute('href', href)
  }
}

/** A list that shows nothing offers that of the grade; where that is the empty one, all of the grade. */
function leadOut(page: GradePlace & { path: string }): void {
  const { grade, branch } = page
  const own: Record<string, [href: string, name: string] | undefined> = {
    books: [paths.booksOfGrade(grade, branch), 'كتب'],
    notes: [paths.notesOfGrade(grade, branch), 'ملازم'],
    exams: isMinisterialGradeCode(grade) ? [paths.examsOfGrade(grade), 'أسئلة'] : undefined,
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-own]')) {
    const [href, name] = own[link.dataset.own ?? ''] ?? [page.path, '']
    const isHere = new URL(href, location.href).href === location.href
    link.href = isHere ? page.path : href
    link.textContent = `${isHere || !name ? 'كل ما في' : name} ${gradePlaceLabel(page)}`
  }
}

/** In the menus the stage of the grade comes first, and its own link before the others. */
function leadMenus({ grade }: GradePlace): void {
  const own = [paths.booksOfGrade(grade), paths.notesOfGrade(grade)]
  if (isMinisterialGradeCode(grade)) own.push(paths.examsOfGrade(grade))
  for (const link of document.querySelectorAll('.site-header .dropdown-panel a')) {
    if (!own.includes(link.getAttribute('href') ?? '')) continue
    const item = link.closest('li')
    item?.parentElement?.prepend(item)
    const group = link.closest('.dropdown-group')
    group?.parentElement?.prepend(group)
  }
}

/** Puts the parts of the grade's page into the home page. */
async function showHome(home: HTMLElement, page: GradePlace & { path: string }): Promise<void> {
  for (const name of document.querySelectorAll('[data-mine-name]')) name.textContent = gradePlaceLabel(page)
  for (const link of document.querySelectorAll('a[data-mine-page]')) link.setAttribute('href', page.path)
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-mine-asks]'))
    field.placeholder = field.dataset.mineAsks ?? ''
  /* Both come at once, so that nothing moves. */
  const [answer, own] = await Promise.all([ask(page.path, { headers: { accept: 'text/html' } }), readKept()])
  if (!answer.ok) throw new Error(String(answer.status))
  const whole = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const parts = whole.querySelector('[data-mine]')?.childNodes ?? []
  for (const title of whole.querySelectorAll<HTMLElement>('[data-own-title]'))
    title.textContent = title.dataset.ownTitle ?? ''
  home.replaceChildren(...[own.reading ?? [], ...parts, own.shelf ?? []].flat())
  const age = whole.querySelector('.kept-note')
  if (age) home.prepend(ageOfParts(age))
  home.removeAttribute('aria-busy')
}

/** What a kept copy says of its age, said of the parts that come from it. */
function ageOfParts(age: Element): Element {
  const [words] = age.querySelector('span')?.childNodes ?? []
  if (words) words.textContent = words.textContent?.replace('هذه الصفحة', 'صفحة صفك') ?? null
  return age
}

/** What this device keeps to go on with; a shelf that does not answer in time does not hold the page up. */
async function readKept(): Promise<{ reading?: HTMLElement; shelf?: HTMLElement }> {
  const template = document.querySelector<HTMLTemplateElement>('template[data-kept-cards]')
  if (!template) return {}
  const late = new Promise<object>(resolve => setTimeout(resolve, limits.homeKeptWaitMs, {}))
  const reading = import('./shelf-page.ts').then(({ readHomeKept }) => readHomeKept(template))
  return Promise.race([reading.catch(() => ({})), late])
}
