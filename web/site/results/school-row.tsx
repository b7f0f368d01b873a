import { ChevronLeft, FileSpreadsheet, School } from 'lucide-react'
import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Services } from '#server/services.ts'
import { HighlightedText } from '../search/highlighted-text.tsx'
import { branchName, groupBeside, placeLine } from './release-name.ts'

export type ShownSchool = Awaited<ReturnType<Services['results']['schools']['list']>>['schools'][number]

/* A number stays with its unit. */
const inOnePiece = (text: string) => text.replaceAll(' ', '\u00A0')

/** One school of a list: its name, where it is, and what its sheet costs. */
export function SchoolRow({ school, isOfCity = false }: { school: ShownSchool; isOfCity?: boolean }) {
  const { kind, pages, city, branch, size } = school
  const Icon = kind === 'file' ? FileSpreadsheet : School
  const place = [isOfCity ? null : city, branchName(branch), groupBeside(school)]
  const facts = [
    ...place,
    pages ? inOnePiece(formatCount(pages, countedNouns.page)) : null,
    formatFileSize(size),
  ]
  return (
    <li className="school-row">
      <span className="school-tile">
        <Icon aria-hidden="true" />
      </span>
      <span className="school-text">
        <a className="card-link" href={paths.sheet(school.id)}>
          <bdi>
            <HighlightedText text={school.school} ranges={school.highlights} />
          </bdi>
          <span className="visually-hidden">، {placeLine(place)}</span>
        </a>
        <span className="school-facts muted">{placeLine(facts)}</span>
      </span>
      <ChevronLeft aria-hidden="true" />
    </li>
  )
}
