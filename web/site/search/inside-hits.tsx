import { useContext } from 'react'
import type { MouseEventHandler } from 'react'
import { formatPlainNumber } from '#contract/format.ts'
import type { InsideHit } from '#contract/resources/inside.ts'
import { CutOut } from '#web/school/cut-out.tsx'
import { LightContext } from '#web/school/light.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { insideListId, optionId } from './option-id.ts'

/** What is called a page of a hit: «ص ٤٢». */
export const pageLabel = (page: number) => `ص ${formatPlainNumber(page)}`

/** Hits that an input drives with arrows, after others: the place of the first one, and the place that is selected. */
export interface InsideOptions {
  first: number
  selected: number
}

interface InsideHitsProps {
  hits: readonly InsideHit[]
  /** The hits are of one record: their pages tell them apart, and no title does. */
  isOneRecord?: boolean
  onFollow?: MouseEventHandler<HTMLAnchorElement> | undefined
  options?: InsideOptions | undefined
}

/** Pages with the place that was found on each: as it looks where it is drawn, else in its words. Source: Q5.4. */
export function InsideHits({ hits, isOneRecord = false, onFollow, options }: InsideHitsProps) {
  const isLight = useContext(LightContext)
  const list = options && { role: 'listbox', id: insideListId, 'aria-label': 'داخل الصفحات' }
  const optionAt = (place: number) =>
    options && {
      role: 'option',
      id: optionId(options.first + place),
      tabIndex: -1,
      'aria-selected': options.first + place === options.selected,
    }
  return (
    <ul className="inside-hits" {...list}>
      {hits.map((hit, place) => (
        <li key={`${hit.type} ${hit.id} ${hit.page}`} role={options && 'presentation'}>
          <a className="inside-hit" href={hit.url} onClick={onFollow} {...optionAt(place)}>
            <span className="inside-hit-head">
              <bdi>{isOneRecord ? `الصفحة ${formatPlainNumber(hit.page)}` : hit.title}</bdi>
              {!isOneRecord && <span className="muted">{pageLabel(hit.page)}</span>}
            </span>
            <span className="inside-place">
              {hit.image && !isLight && <CutOut image={hit.image} marks={hit.marks} />}
              <bdi>
                <HighlightedText text={hit.snippet} ranges={hit.highlights} />
              </bdi>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
