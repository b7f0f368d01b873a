import { kinds, type KindWithPage } from '#contract/kinds.ts'
import type { ShareFacts } from '#server/pictures/share-image.ts'
import type { SharedRecord } from '#server/content/record/elsewhere.ts'
import { plainLine } from '#server/site/plain-line.ts'

/** What the picture of the product itself says. */
export const siteFacts: ShareFacts = {
  title: 'كل ما يحتاجه الطالب في مكان واحد',
  subtitle: 'كتب منهجية وملازم وأسئلة وزارية ونتائج وأخبار لطلبة العراق',
  kind: 'منصة تعليمية',
}

/** What the picture of a record says. */
export function shareFactsOf(kind: KindWithPage, { title, subtitle }: SharedRecord): ShareFacts {
  const parts = subtitle.map(part => plainLine(part ?? '')).filter(part => part !== '')
  return { kind: kinds[kind].shownAs, title: plainLine(title), subtitle: parts.join('، ') }
}
