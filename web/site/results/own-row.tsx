import type { RowPicture } from '#contract/resources/lookup.ts'
import { layOutRow } from '#web/school/row-pieces.ts'

const box = (...values: number[]) => values.map(value => value.toFixed(1)).join(' ')

/** The table's head and the student's own row, cut out of the picture of their page by the browser. */
export function OwnRow({ picture }: { picture: RowPicture }) {
  const { width, height, pieces, isWhole } = layOutRow(picture)
  return (
    <div className={isWhole ? 'own-row is-whole' : 'own-row'}>
      <svg viewBox={box(0, 0, width, height)} role="img" aria-label="سطرك كما في ورقة المدرسة">
        {pieces.map(({ from, at }) => (
          <svg
            key={`${at.x} ${at.y}`}
            x={at.x}
            y={at.y}
            width={from.width}
            height={from.height}
            viewBox={box(from.x, from.y, from.width, from.height)}
          >
            <image href={picture.url} width={picture.width} height={picture.height} />
          </svg>
        ))}
      </svg>
    </div>
  )
}
