import { fold } from '#contract/arabic/fold.ts'
import type { Rect } from './page-glyphs.ts'
import type { Candidate, TableWord } from './table-words.ts'

/** Numbers that stand under each other, each with its digits in the order in which they are read. */
export interface NumberColumn {
  numbers: { digits: string; candidate: Candidate; isDoubtful: boolean }[]
  rect: Rect
  /** What stands above. */
  heading: string
}

/** Where exam numbers stood on the page before, for pages without a head. Units: points. */
export interface TableShape {
  columns: { left: number; right: number; digits: number }[]
}

const overlapShare = 0.4
const examHeading = /امتحان|امتحاني|الامتحانى/u
const otherHeading = /هاتف|موبايل|جوال|بطاق|هوي|وطني|تاريخ|ميلاد|احصا|تسلسل/u
const phone = /^(?:07\d{9}|9647\d{9}|7[5789]\d{8})$/u

/** The columns of a page that hold exam numbers. */
export function findNumberColumns(
  candidates: readonly Candidate[],
  words: readonly TableWord[],
  before: TableShape | undefined,
): NumberColumn[] {
  const columns = intoColumns(candidates).map(members => ({ members, ...headingOf(members, words) }))
  const judged = columns.filter(({ members, heading, rect }) => {
    if (examHeading.test(heading)) return true
    if (otherHeading.test(heading)) return false
    if (members.every(member => member.looksLikeDate)) return false
    if (members.every(member => phone.test(member.groups.join('')))) return false
    if (before !== undefined && before.columns.some(column => sharesPlace(column, rect))) return true
    return members.length >= 2 && members.every(member => member.words.length === 1)
  })
  const named = judged.filter(({ heading }) => examHeading.test(heading))
  const known = judged.filter(({ rect }) => before?.columns.some(column => sharesPlace(column, rect)))
  const chosen = named.length > 0 ? named : known.length > 0 ? known : bestOf(judged)
  return chosen.map(({ members, heading, rect }) => ({ heading, rect, numbers: readNumbers(members) }))
}

function sharesPlace(a: { left: number; right: number }, b: { left: number; right: number }): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return shared > overlapShare * Math.min(a.right - a.left, b.right - b.left)
}

function intoColumns(candidates: readonly Candidate[]): Candidate[][] {
  const columns: { left: number; right: number; members: Candidate[] }[] = []
  for (const each of candidates) {
    const column = columns.find(other => sharesPlace(other, each.rect) && isLike(other.members, each))
    if (column === undefined) {
      columns.push({ left: each.rect.left, right: each.rect.right, members: [each] })
    } else column.members.push(each)
  }
  return columns.map(({ members }) => members)
}

function isLike(members: readonly Candidate[], each: Candidate): boolean {
  const first = members[0]
  if (first === undefined) return true
  const pattern = ({ groups }: Candidate) => groups.map(group => group.length)
  const isSame = (a: number[], b: number[]) => a.join(' ') === b.join(' ')
  return (
    isSame(pattern(first), pattern(each)) ||
    (first.words.length === 1 &&
      each.words.length === 1 &&
      first.groups.join('').length === each.groups.join('').length)
  )
}

function headingOf(
  members: readonly Candidate[],
  words: readonly TableWord[],
): { heading: string; rect: Rect } {
  const rect = {
    left: Math.min(...members.map(member => member.rect.left)),
    right: Math.max(...members.map(member => member.rect.right)),
    top: Math.min(...members.map(member => member.rect.top)),
    bottom: Math.max(...members.map(member => member.rect.bottom)),
  }
  const height = members[0] === undefined ? 10 : members[0].rect.bottom - members[0].rect.top
  const above = words.filter(
    word =>
      word.rect.bottom <= rect.top + height * 0.3 &&
      rect.top - word.rect.bottom < height * 7 &&
      word.rect.left < rect.right + height &&
      word.rect.right > rect.left - height,
  )
  return { heading: fold(above.map(word => word.text).join(' ')), rect }
}

/** Without a heading: the column with most numbers, of these the one whose numbers are nearest to each other. */
function bestOf<Column extends { members: Candidate[] }>(columns: readonly Column[]): Column[] {
  const most = Math.max(0, ...columns.map(({ members }) => members.length))
  const [best] = columns
    .filter(({ members }) => members.length >= Math.max(2, 0.8 * most))
    .toSorted((a, b) => spread(digitsOf(a.members)) - spread(digitsOf(b.members)))
  return best === undefined ? [] : [best]
}

function digitsOf(members: readonly Candidate[]): string[] {
  return members.map(member => member.groups.join(''))
}

/** How far numbers lie apart, as a share of their size. */
function spread(numbers: readonly string[]): number {
  const values = numbers.map(Number)
  return (Math.max(...values) - Math.min(...values)) / Math.max(1, ...values)
}

/** Groups of digits may stand from the left or from the right; numbers of a sheet begin alike. */
function readNumbers(members: readonly Candidate[]): NumberColumn['numbers'] {
  const isUnsure = (member: Candidate) => member.words.some(word => word.isDoubtful)
  const marked = members.filter(member => member.hasMarks && !isUnsure(member))
  const fromLeft = spread(marked.map(member => member.groups.join('')))
  const fromRight = spread(marked.map(member => member.groups.toReversed().join('')))
  const isEven = marked.length < 2 || fromLeft === fromRight
  const isTurned = !isEven && fromRight < fromLeft
  return members.map(candidate => {
    const groups = isTurned && candidate.hasMarks ? candidate.groups.toReversed() : candidate.groups
    const digits = groups.join('')
    const isPalindrome = groups.join(' ') === groups.toReversed().join(' ')
    const isDoubtful = candidate.hasMarks && isEven && !isPalindrome && !hasFixedOrder(candidate)
    return { digits, candidate, isDoubtful: isDoubtful || isUnsure(candidate) }
  })
}

/** Points, commas, colons and single slashes between digits never change their order. */
function hasFixedOrder(candidate: Candidate): boolean {
  return candidate.words.length === 1 && /^[\p{Nd}.,:/٫٬]+$/u.test(candidate.words[0]?.text ?? '')
}
