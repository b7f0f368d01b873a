import { paths } from '#contract/paths.ts'

const ways = {
  books: { href: paths.books, label: 'كتب كل صف' },
  notes: { href: paths.notes, label: 'ملازم كل صف' },
  exams: { href: paths.exams, label: 'أسئلة كل صف' },
  grade: { href: paths.home, label: 'اختر صفك' },
}

/** What a way out of an empty list leads to. */
export type OwnList = keyof typeof ways

/**
 * A way out of an empty list: for who keeps a grade to the list of that grade, as the device fills it in
 * (`web/islands/my-grade-behaviour.ts`), for others to where it is chosen. Its box is the same for both.
 */
export function OwnWay({ list }: { list: OwnList }) {
  return (
    <a className="button is-quiet own-way" href={ways[list].href} data-own={list}>
      {ways[list].label}
    </a>
  )
}
