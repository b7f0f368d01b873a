import type { KindIcon } from '#contract/kinds.ts'
import type { SearchHit } from '#contract/resources/search.ts'
import { kindIcons } from '#web/school/kind-icons.ts'

/** The mark before a hit: what it is, in the colour of its subject. It says nothing that the words do not. */
export function HitTile({ icon, hit }: { icon: KindIcon; hit: Pick<SearchHit, 'subject'> }) {
  const Icon = kindIcons[icon]
  return (
    <span className="hit-tile" data-subject={hit.subject ?? undefined} aria-hidden="true">
      <Icon />
    </span>
  )
}
