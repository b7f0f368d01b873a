import { Link } from 'react-router'
import { formatNumber, formatPlainNumber } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import { boardKinds, type CoverageBoard } from '#contract/resources/coverage.ts'
import type { Board, BoardRow, Place, PlaceState } from './board.ts'
import { addressOfPlace, type BoardOf } from './place-address.ts'
import { placeName, placeWords, stateLabels, wishWords } from './place-words.ts'

interface CoverageTableProps extends BoardOf {
  board: Board
  name: CoverageBoard
  /** What the board is of. */
  label: string
}

const headingOf = (key: string) => {
  const kind = boardKinds.books.find(each => each === key)
  return kind ? kinds[kind].plural : formatPlainNumber(Number(key))
}

/** What stands in a cell: the round, or how many there are. */
function signOf({ releaseYear, try: round, published, hidden }: Place): string {
  if (releaseYear === null) return published + hidden > 0 ? formatNumber(published + hidden) : '+'
  return round ? formatNumber(round) : '؟'
}

/** A board: a table with the headings always in sight, and a list of what is missing where it is narrow. */
export function CoverageTable(props: CoverageTableProps) {
  const { board, name, label } = props
  const headings = board.rows[0]?.groups ?? []
  return (
    <div className="coverage__board">
      <Legend hasRounds={name !== 'books'} />
      <div className="coverage__scroll" role="region" aria-label={`تغطية ${label}`}>
        <table className="coverage__table">
          <thead>
            <tr>
              <th scope="col">{name === 'results' ? 'المديرية' : 'المادة'}</th>
              {headings.map(({ key }) => (
                <th key={key} scope="col">
                  {headingOf(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {board.rows.map(({ row, label: rowLabel, groups }) => (
              <tr key={row}>
                <th scope="row">{rowLabel}</th>
                {groups.map(({ key, places }) => (
                  <td key={key}>
                    <div className="coverage__places">
                      {places.map(place => (
                        <Link
                          key={place.try}
                          className="coverage__place"
                          data-state={place.state}
                          to={addressOfPlace(place, props)}
                          aria-label={placeWords(place)}
                          title={placeWords(place)}
                        >
                          {signOf(place)}
                        </Link>
                      ))}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="coverage__list">
        {board.rows.map(row => (
          <Gaps key={row.row} row={row} {...props} />
        ))}
      </ul>
    </div>
  )
}

/** A row where it is narrow: how much of it is there, and its gaps that somebody may fill. */
function Gaps({ row: { label, groups }, ...props }: BoardOf & { row: BoardRow }) {
  const places = groups
    .flatMap(group => group.places)
    .filter(place => place.isExpected || place.state !== 'missing')
  const first = groups[0]?.places[0]
  if (!first) return null
  const gaps = places.filter(({ state }) => state !== 'there')
  return (
    <li className="card">
      <h2>{label}</h2>
      {places.length === 0 ? (
        <Link
          className="coverage__gap"
          to={addressOfPlace({ ...first, releaseYear: null, try: null }, props)}
        >
          <span>أضف أول ما فيها</span>
          <small>لا شيء بعد</small>
        </Link>
      ) : (
        <p className="muted">
          {formatNumber(places.filter(({ published }) => published > 0).length)} من{' '}
          {formatNumber(places.length)}
        </p>
      )}
      {gaps.length > 0 ? (
        <ul>
          {gaps.map(place => (
            <li key={placeName(place)}>
              <Link className="coverage__gap" data-state={place.state} to={addressOfPlace(place, props)}>
                <span>{placeName(place)}</span>
                <small>{wishWords(place) || stateLabels[place.state]}</small>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

const legend: readonly PlaceState[] = [
  'there',
  'damaged',
  'dead',
  'unread',
  'heavy',
  'hidden',
  'wanted',
  'missing',
]

function Legend({ hasRounds }: { hasRounds: boolean }) {
  return (
    <ul className="coverage__legend">
      {legend.map(state => (
        <li key={state}>
          <span className="coverage__place" data-state={state} aria-hidden />
          {stateLabels[state]}
        </li>
      ))}
      {hasRounds ? <li className="muted">١ ٢ ٣: الأدوار</li> : null}
    </ul>
  )
}
