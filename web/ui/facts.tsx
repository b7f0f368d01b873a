interface Fact {
  name: string
  /** Nothing is shown for an empty value. */
  value: string | number | null | undefined
  dateTime?: string
}

/** A short table of names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value, dateTime }) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{dateTime ? <time dateTime={dateTime}>{value}</time> : value}</bdi>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
