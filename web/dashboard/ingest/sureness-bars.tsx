import type { Confidence } from '#contract/resources/ingest.ts'

type Sureness = Confidence | 'unknown'

const words: Record<Sureness, string> = {
  sure: 'المقترح أكيد',
  likely: 'المقترح مرجح',
  page: 'المقترح من الصفحة الأولى',
  guess: 'المقترح تخمين',
  unknown: 'لا مقترح',
}

/** Three bars that say how sure a proposal is. */
export function SurenessBars({ of }: { of: Sureness }) {
  return (
    <span className="ingest__bars" data-sure={of} role="img" aria-label={words[of]} title={words[of]}>
      <i />
      <i />
      <i />
    </span>
  )
}
