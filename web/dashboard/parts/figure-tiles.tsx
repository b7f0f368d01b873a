interface FigureTile {
  label: string
  value: string
  tone?: string | undefined
}

/** The figures of a whole room above what it holds. */
export function FigureTiles({ tiles }: { tiles: readonly FigureTile[] }) {
  return (
    <dl className="figure-tiles">
      {tiles.map(({ label, value, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
