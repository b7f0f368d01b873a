import type { ReactNode } from 'react'
import { kinds, type Kind } from '#contract/kinds.ts'
import { TitledSection } from '../grade/grade-sections.tsx'
import { siteKinds } from '../kinds.ts'

/** The rows of the latest records that have something to show, by the kind that they show. */
export type LatestRows = { [Name in Kind]?: ReactNode }

/** The kinds whose latest records are for every grade alike. */
export const kindsOfEveryGrade = siteKinds.filter(({ homeRow }) => homeRow?.isOfEveryGrade === true)

/** The latest records of a kind, where there are some. */
export function LatestRow({ kind, rows }: { kind: Kind; rows: LatestRows }) {
  const row = siteKinds.find(one => one.kind === kind)?.homeRow
  if (!row || !rows[kind]) return null
  return (
    <TitledSection
      id={`latest-${kinds[kind].list}`}
      title={row.title}
      all={{ href: kinds[kind].sitePath, label: row.all }}
    >
      {rows[kind]}
    </TitledSection>
  )
}
