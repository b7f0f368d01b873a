import { expect, it } from 'vitest'
import { groupShelf } from './order-shelf.ts'
import type { ShelfOrder } from './order-shelf.ts'
import type { ShelfItem } from './shelf-item.ts'

const file = (sha256: string, size: number) => ({ sha256, size, url: '', name: '', type: '' })
const item = (
  id: string,
  kind: ShelfItem['kind'],
  subject: ShelfItem['subject'],
  size: number,
  addedAt: number,
) => ({ id, kind, subject, addedAt, files: [file(id, size)] }) as unknown as ShelfItem

const items = [
  item('كيمياء', 'book', 'CHEMISTRY', 5, 1),
  item('إسلامية', 'exam', 'ISLAMIC', 9, 2),
  item('سطري', 'row', null, 1, 3),
  item('كيمياء ٢', 'note', 'CHEMISTRY', 7, 4),
]
const files = new Map(
  items
    .flatMap(each => each.files)
    .map(each => [each.sha256, { ...each, received: each.size, isWhole: true }]),
)

it.each<[ShelfOrder, string[]]>([
  ['newest', [': كيمياء ٢, سطري, إسلامية, كيمياء']],
  ['size', [': إسلامية, كيمياء ٢, كيمياء, سطري']],
  ['subject', ['الكيمياء: كيمياء ٢, كيمياء', 'التربية الإسلامية: إسلامية', 'بلا مادة: سطري']],
  ['kind', ['الكتب: كيمياء', 'الملازم: كيمياء ٢', 'الأسئلة الوزارية: إسلامية', 'سطوري: سطري']],
])('orders what is kept by %s', (order, expected) => {
  const groups = groupShelf(items, order, files)
  expect(groups.map(({ title, items: same }) => `${title}: ${same.map(({ id }) => id).join(', ')}`)).toEqual(
    expected,
  )
})
