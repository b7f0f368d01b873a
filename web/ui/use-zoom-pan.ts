import { useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { limits } from '#contract/limits.ts'

interface Point {
  x: number
  y: number
}

/** How a picture is shown. Units: offsets in CSS pixels from its place in the middle of the stage. */
interface View extends Point {
  zoom: number
}

interface Gesture {
  /** Where each finger is. */
  fingers: Map<number, Point>
  start: Point
  /** Whether there was a second finger: then it is no tap and no swipe. */
  isPinch: boolean
  lastTap: Point & { atMs: number }
}

const swipePx = 48
const tapPx = 10
const doubleTapMs = 300
const doubleTapPx = 40
const doubleTapZoom = 2
const atRest: View = { zoom: limits.minZoom, x: 0, y: 0 }

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** The view with its edges no further in than the edges of the stage, so that no picture is lost. */
function withinStage({ zoom, x, y }: View, stage: Element): View {
  const { width, height } = stage.getBoundingClientRect()
  const roomX = ((zoom - 1) * width) / 2
  const roomY = ((zoom - 1) * height) / 2
  return { zoom, x: clamp(x, -roomX, roomX), y: clamp(y, -roomY, roomY) }
}

/** The view after zooming about a point of the window, which then shows the same part of the picture. */
function zoomedAbout(view: View, zoom: number, { x, y }: Point, stage: Element): View {
  const { left, top, width, height } = stage.getBoundingClientRect()
  const fromMiddle = { x: x - left - width / 2, y: y - top - height / 2 }
  const wanted = clamp(zoom, limits.minZoom, limits.maxZoom)
  const share = wanted / view.zoom
  return withinStage(
    {
      zoom: wanted,
      x: fromMiddle.x - (fromMiddle.x - view.x) * share,
      y: fromMiddle.y - (fromMiddle.y - view.y) * share,
    },
    stage,
  )
}

const spread = ([a, b]: readonly Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)
const middle = ([a, b]: readonly Point[]): Point => ({
  x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2,
})

/**
 * Zoom and movement of one picture by mouse and by fingers: drag pans when zoomed, two fingers pinch about the place
 * between them, a double tap or click zooms in on its place and out again, a swipe of an unzoomed picture calls `onSwipe`.
 * Source: P8.1.
 */
export function useZoomPan() {
  const [view, setView] = useState(atRest)
  const gesture = useRef<Gesture>({
    fingers: new Map(),
    start: atRest,
    isPinch: false,
    lastTap: { x: 0, y: 0, atMs: 0 },
  })

  const zoomBy = (steps: number) =>
    setView(({ zoom, x, y }) => {
      const next = clamp(zoom + steps * limits.zoomStep, limits.minZoom, limits.maxZoom)
      return next === limits.minZoom ? atRest : { zoom: next, x, y }
    })
  const reset = () => setView(atRest)
  const toggleAbout = (place: Point, stage: Element) =>
    setView(from => (from.zoom > limits.minZoom ? atRest : zoomedAbout(from, doubleTapZoom, place, stage)))

  const handlersFor = (onSwipe: (direction: 'to-right' | 'to-left') => void) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest('button')) return
      const now = gesture.current
      const place = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
      now.fingers.set(event.pointerId, place)
      if (now.fingers.size === 1) Object.assign(now, { start: place, isPinch: false })
      else now.isPinch = true
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { fingers } = gesture.current
      const stage = event.currentTarget
      const before = fingers.get(event.pointerId)
      if (!before) return
      const from = [...fingers.values()]
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const to = [...fingers.values()]
      if (to.length === 2 && spread(from) > 0) {
        const [was, is] = [middle(from), middle(to)]
        const share = spread(to) / spread(from)
        setView(({ zoom, x, y }) =>
          zoomedAbout({ zoom, x: x + is.x - was.x, y: y + is.y - was.y }, zoom * share, is, stage),
        )
      } else if (to.length === 1) {
        const dx = event.clientX - before.x
        const dy = event.clientY - before.y
        setView(({ zoom, x, y }) => withinStage({ zoom, x: x + dx, y: y + dy }, stage))
      }
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const now = gesture.current
      if (!now.fingers.delete(event.pointerId) || now.fingers.size > 0 || now.isPinch) return
      const place = { x: event.clientX, y: event.clientY }
      const dx = place.x - now.start.x
      const dy = place.y - now.start.y
      if (Math.abs(dx) < tapPx && Math.abs(dy) < tapPx) {
        const isDouble =
          event.timeStamp - now.lastTap.atMs < doubleTapMs && spread([place, now.lastTap]) < doubleTapPx
        now.lastTap = { ...place, atMs: isDouble ? 0 : event.timeStamp }
        if (isDouble) toggleAbout(place, event.currentTarget)
      } else if (view.zoom === limits.minZoom && Math.abs(dx) > swipePx && Math.abs(dx) > 2 * Math.abs(dy)) {
        onSwipe(dx > 0 ? 'to-right' : 'to-left')
      }
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      gesture.current.fingers.delete(event.pointerId)
    },
  })

  return { ...view, zoomBy, reset, handlersFor }
}
