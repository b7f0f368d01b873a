import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { says } from '#contract/arabic/says.ts'
import { formatNumber } from '#contract/format.ts'
import { kinds, kindsWithPage } from '#contract/kinds.ts'
import type { Kind } from '#contract/kinds.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { RecordRow } from '../lists/record-row.tsx'
import { HighlightedText } from './highlighted-text.tsx'
import { hitFacts } from './hit-details.tsx'
import { hitFileFacts } from './hit-file-facts.tsx'
import type { HitFileFacts } from './hit-file-facts.tsx'
import { HitTile } from './hit-tile.tsx'
import { orderedTypes } from './shown-answer.ts'
import type { ShownAnswer, ShownHit, ShownType } from './shown-answer.ts'
import { shownTypeIcons, shownTypeLabels } from './shown-types.ts'

interface HitRowsProps {
  answer: ShownAnswer
  files: HitFileFacts
  /** A kind was chosen: there is nothing to tell apart. */
  isOfOneKind: boolean
  /** Whether the first hit is the best of all. */
  hasBest: boolean
  /** What stands between the best hit and the kinds. */
  children?: ReactNode
}

const kindOf = (type: ShownType): Kind =>
  kindsWithPage.find(kind => kinds[kind].search.type === type) ?? 'result'

/**
 * What a search found: the best hit, then the kinds in the order of their best one. A kept grade may choose another best
 * one among its equals (`web/islands/own-rows.ts`): so a kind has its place also when its only hit is the best, every row
 * says its kind, which the groups hide, and a group has its two counts, with the best one and without.
 */
export function HitRows({ answer, files, isOfOneKind, hasBest, children }: HitRowsProps) {
  const rowOf = (hit: ShownHit) => (
    <HitRow
      key={`${hit.type} ${hit.id}`}
      hit={hit}
      files={files.get(hit.id)}
      place={answer.hits.indexOf(hit)}
      isOfOneKind={isOfOneKind}
      headingLevel={isOfOneKind ? 2 : 3}
    />
  )
  if (isOfOneKind) {
    return (
      <>
        {children}
        <ul className="record-rows">{answer.hits.map(rowOf)}</ul>
      </>
    )
  }
  const best = hasBest ? answer.hits[0] : undefined
  return (
    <>
      {best && (
        <section className="best-hit" aria-labelledby="best-hit" data-best="">
          <div className="best-hit-card">
            <h2 id="best-hit">أفضل نتيجة</h2>
            <ul className="record-rows">{rowOf(best)}</ul>
            <ChevronLeft aria-hidden="true" />
          </div>
        </section>
      )}
      {children}
      <div data-groups="">
        {orderedTypes(answer).map(type => {
          const hits = answer.hits.filter(hit => hit.type === type && hit !== best)
          const all = formatNumber(answer.groups[type])
          const rest = formatNumber(answer.groups[type] - 1)
          return (
            <section
              className="record-section"
              key={type}
              aria-labelledby={`group-${type}`}
              data-group={kindOf(type)}
              hidden={hits.length === 0}
            >
              <h2 className="group-title" id={`group-${type}`}>
                <span>{shownTypeLabels[type]}</span>
                <span className="group-count" data-all={all} data-rest={rest}>
                  {best?.type === type ? rest : all}
                </span>
              </h2>
              <ul className="record-rows">{hits.map(rowOf)}</ul>
            </section>
          )
        })}
      </div>
    </>
  )
}

/** Each fact once: what the title of a hit says is not told again. */
export const untoldFacts = (hit: ShownHit) => hitFacts(hit, label => !says(hit.title, label))

interface HitRowProps {
  hit: ShownHit
  files: readonly FileFacts[] | undefined
  /** Its place among all hits of the page. */
  place: number
  isOfOneKind: boolean
  headingLevel: 2 | 3
}

function HitRow({ hit, files, place, isOfOneKind, headingLevel }: HitRowProps) {
  return (
    <RecordRow
      kind={kindOf(hit.type)}
      id={hit.id}
      href={hit.url}
      heading={
        <bdi>
          <HighlightedText text={hit.title} ranges={hit.highlights} />
        </bdi>
      }
      cover={<HitTile icon={shownTypeIcons[hit.type]} hit={hit} />}
      facts={[
        ...untoldFacts(hit),
        ...hitFileFacts(hit.type, files),
        isOfOneKind ? undefined : shownTypeLabels[hit.type],
      ]}
      headingLevel={headingLevel}
      isLow
      comparable={{ ...hit, place }}
    />
  )
}
