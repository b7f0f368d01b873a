import { subjectsInOrder } from '#contract/codes/subject-families.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { kinds, kindsInMenus } from '#contract/kinds.ts'
import { sizeOf } from './shelf-item.ts'
import type { KeptFile, ShelfItem, ShelfKind } from './shelf-item.ts'

/** The orders that a student can give to what is kept, as the shelf's field names them. */
export const shelfOrders = {
  newest: 'الأحدث',
  subject: 'المادة',
  kind: 'النوع',
  size: 'الأكبر',
} as const
export type ShelfOrder = keyof typeof shelfOrders

/** Things that stand together under a title; no title where all stand together. */
export interface ShelfGroup {
  title: string
  items: ShelfItem[]
}

/** Whether the word names an order. */
export function isShelfOrder(word: string): word is ShelfOrder {
  return Object.hasOwn(shelfOrders, word)
}

const kindOrder: readonly ShelfKind[] = [...kindsInMenus, 'sheet', 'row', 'file']
const withoutPage: Record<Exclude<ShelfKind, keyof typeof kinds>, string> = {
  sheet: 'أوراق المدارس',
  row: 'سطوري',
  file: 'ملفات للتنزيل',
}
const titleOfKind = (kind: ShelfKind) =>
  kind === 'sheet' || kind === 'row' || kind === 'file' ? withoutPage[kind] : kinds[kind].plural
const withoutSubject = 'بلا مادة'

/** Parts what is kept by an order; within each group what was added last comes first. */
export function groupShelf(
  items: readonly ShelfItem[],
  order: ShelfOrder,
  files: ReadonlyMap<string, KeptFile>,
): ShelfGroup[] {
  const newest = items.toSorted((a, b) => b.addedAt - a.addedAt)
  if (order === 'newest') return [{ title: '', items: newest }]
  if (order === 'size')
    return [{ title: '', items: newest.toSorted((a, b) => sizeOf(b, files) - sizeOf(a, files)) }]
  if (order === 'kind') {
    const byKind = Map.groupBy(newest, ({ kind }) => kind)
    return [...byKind]
      .toSorted(([a], [b]) => placeIn(kindOrder, a) - placeIn(kindOrder, b))
      .map(([kind, same]) => ({ title: titleOfKind(kind), items: same }))
  }
  const bySubject = Map.groupBy(newest, ({ subject }) => subject)
  return [...bySubject]
    .toSorted(([a], [b]) => placeIn(subjectsInOrder, a) - placeIn(subjectsInOrder, b))
    .map(([subject, same]) => ({ title: subject ? subjectLabels[subject] : withoutSubject, items: same }))
}

/** Its place in an order; what has none comes last. */
function placeIn<Word>(order: readonly Word[], word: Word | null): number {
  const place = word === null ? -1 : order.indexOf(word)
  return place < 0 ? order.length : place
}
