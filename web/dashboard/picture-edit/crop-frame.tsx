import { useId, useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { formatShare } from '#contract/format-share.ts'
import { dragCrop, edgeAt, edgeRange, moveEdge } from './crop.ts'
import type { Crop, CropEdge } from './crop.ts'

/** Units: shares of the picture's side. */
const step = 0.01
const longStep = 0.1

const edges: readonly { edge: CropEdge; label: string; from: string }[] = [
  { edge: 'top', label: 'الحافة العليا', from: 'من الأعلى' },
  { edge: 'right', label: 'الحافة اليمنى', from: 'من اليمين' },
  { edge: 'bottom', label: 'الحافة السفلى', from: 'من الأسفل' },
  { edge: 'left', label: 'الحافة اليسرى', from: 'من اليسار' },
]
const corners: readonly (readonly [CropEdge, CropEdge])[] = [
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'left'],
  ['bottom', 'right'],
]

/* As sliders go: up and right is more. */
const isUpright = (edge: CropEdge) => edge === 'top' || edge === 'bottom'
const valueOf = (edge: CropEdge, at: number) => Math.round((isUpright(edge) ? 1 - at : at) * 100)
const cutBy = (edge: CropEdge, at: number) => (edge === 'top' || edge === 'left' ? at : 1 - at)

/** How far a key moves an edge, along the picture. Units: share of its side. */
function moveOfKey(edge: CropEdge, key: string, isLong: boolean): number | undefined {
  const by = isLong ? longStep : step
  const along: Record<string, number> = isUpright(edge)
    ? { ArrowUp: -by, ArrowDown: by, PageUp: -longStep, PageDown: longStep }
    : { ArrowLeft: -by, ArrowRight: by, PageUp: longStep, PageDown: -longStep }
  return along[key]
}

interface CropFrameProps {
  crop: Crop
  onChange: (crop: Crop) => void
  /** The picture that lies below. */
  children: ReactNode
}

/** A frame over a picture: its edges and corners are dragged by mouse and finger, its edges moved by keys too. */
export function CropFrame({ crop, onChange, children }: CropFrameProps) {
  const hintId = useId()
  const picture = useRef<HTMLDivElement>(null)
  const drag = useRef<{ pointer: number; x: number; y: number; crop: Crop } | undefined>(undefined)

  const grip = (moved: readonly CropEdge[]) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || drag.current) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, crop }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = drag.current
      const box = picture.current?.getBoundingClientRect()
      if (from?.pointer !== event.pointerId || !box) return
      event.stopPropagation()
      const byX = (event.clientX - from.x) / box.width
      onChange(dragCrop(from.crop, moved, byX, (event.clientY - from.y) / box.height))
    },
    onLostPointerCapture(event: PointerEvent<HTMLElement>) {
      if (drag.current?.pointer === event.pointerId) drag.current = undefined
    },
  })
  const moveByKey = (event: KeyboardEvent, edge: CropEdge) => {
    const [least, most] = edgeRange(crop, edge)
    const by = moveOfKey(edge, event.key, event.shiftKey)
    const end = { Home: isUpright(edge) ? most : least, End: isUpright(edge) ? least : most }[event.key]
    const at = by === undefined ? end : edgeAt(crop, edge) + by
    if (at === undefined) return
    event.preventDefault()
    onChange(moveEdge(crop, edge, at))
  }

  const place = {
    insetInlineStart: `${crop.x * 100}%`,
    insetBlockStart: `${crop.y * 100}%`,
    inlineSize: `${crop.width * 100}%`,
    blockSize: `${crop.height * 100}%`,
  }
  return (
    <>
      {/* Places on a picture are counted from its left, whatever the language. */}
      <div className="crop" dir="ltr">
        <div className="crop__picture" ref={picture}>
          {children}
          <div className="crop__shade" aria-hidden>
            <div style={place} />
          </div>
          <div
            className="crop__frame"
            style={place}
            role="group"
            aria-label="إطار القص"
            aria-describedby={hintId}
            {...grip([])}
          >
            {edges.map(({ edge, label, from }) => {
              const at = edgeAt(crop, edge)
              const [least, most] = edgeRange(crop, edge)
              const ends = [valueOf(edge, least), valueOf(edge, most)]
              return (
                <div
                  key={edge}
                  className={`crop__edge crop__edge--${edge}`}
                  role="slider"
                  tabIndex={0}
                  aria-label={label}
                  aria-orientation={isUpright(edge) ? 'vertical' : 'horizontal'}
                  aria-valuemin={Math.min(...ends)}
                  aria-valuemax={Math.max(...ends)}
                  aria-valuenow={valueOf(edge, at)}
                  aria-valuetext={`قُصّ ${formatShare(Math.round(cutBy(edge, at) * 100), 100)} ${from}`}
                  onKeyDown={event => moveByKey(event, edge)}
                  {...grip([edge])}
                />
              )
            })}
            {corners.map(corner => (
              <div
                key={corner.join('-')}
                className={`crop__corner crop__corner--${corner.join('-')}`}
                aria-hidden
                {...grip(corner)}
              />
            ))}
          </div>
        </div>
      </div>
      <p id={hintId} className="crop__hint">
        اسحب حواف الإطار أو زواياه، أو انتقل إلى حافة بمفتاح <kbd>Tab</kbd> وحرّكها بالأسهم.
      </p>
    </>
  )
}
