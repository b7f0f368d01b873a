import { formatNumber } from '#contract/format.ts'

interface BarListProps {
  title: string
  rows: { label: string; count: number }[]
}

/** Counts as bars beside their names, the longest filling the width. */
export function BarList({ title, rows }: BarListProps) {
  const max = Math.max(1, ...rows.map(row => row.count))
  return (
    <section className="card panel" aria-label={title}>
      <h2 className="panel__title">{title}</h2>
      <ul className="bars">
        {rows.map(({ label, count }) => (
          <li key={label}>
            <span className="bars__label">{label}</span>
            <span className="bars__count">{formatNumber(count)}</span>
            <Bar share={count / max} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A bar of a share between 0 and 1. */
export function Bar({ share }: { share: number }) {
  return (
    <span className="bar" aria-hidden>
      <span style={{ inlineSize: `${Math.round(share * 1000) / 10}%` }} />
    </span>
  )
}
