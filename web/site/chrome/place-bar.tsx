import { BookOpen, FileQuestionMark, GraduationCap, House, Search } from 'lucide-react'
import { kinds } from '#contract/kinds.ts'
import type { Kind } from '#contract/kinds.ts'
import { paths } from '#contract/paths.ts'

/** The kinds of record that have a place in the bar. */
export const placeKinds: readonly Kind[] = ['book', 'exam', 'result']

const places = [
  { label: 'الرئيسية', href: paths.home, Icon: House },
  { label: 'كتب', href: kinds.book.sitePath, Icon: BookOpen },
  { label: 'وزاري', href: kinds.exam.sitePath, Icon: FileQuestionMark },
  { label: 'نتائج', href: kinds.result.sitePath, Icon: GraduationCap },
]

/** The addresses of the sections in the bar. */
export const placeHrefs: readonly string[] = places
  .map(({ href }) => href)
  .filter(href => href !== paths.home)

/** The bar at the bottom of phones: the five places of the site, the same on every page. Source: P2.6. */
export function PlaceBar({ path }: { path: string }) {
  return (
    <nav className="place-bar" aria-label="أقسام الموقع">
      <ul>
        {places.map(({ label, href, Icon }) => {
          const isHere = path === href || (href !== paths.home && path.startsWith(`${href}/`))
          return (
            <li key={href}>
              <a href={href} aria-current={isHere ? 'page' : undefined}>
                <Icon aria-hidden="true" />
                <span>{label}</span>
              </a>
            </li>
          )
        })}
        <li>
          <a
            href={paths.search}
            aria-current={path === paths.search ? 'page' : undefined}
            aria-label="بحث في الموقع"
            data-search=""
          >
            <Search aria-hidden="true" />
            <span aria-hidden="true">بحث</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}
