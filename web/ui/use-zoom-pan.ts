import { useRef, useState } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { limits } from '#contract/limits.ts'

interface Point {
  x: number
  y: number
}

interface Gesture {
  /** Where each finger is. */
  fingers: Map<number, Point>
  start: Point
  pinchDistance: number
  pinchZoom: number
  isPinch: boolean
  lastTapMs: number
}

const swipePx = 48
const tapPx = 10
const doubleTapMs = 300
const doubleTapZoom = 2
const noMove: Point = { x: 0, y: 0 }

const clampZoom = (zoom: number) => Math.min(limits.maxZoom, Math.max(limits.minZoom, zoom))

/**
 * Zoom and movement of one picture by mouse and by fingers: drag pans when zoomed, two fingers pinch, a double
 * tap zooms, a swipe of an unzoomed picture calls `onSwipe`. Source: public.md §2, Lightbox; decisions.md.
 */
export function useZoomPan() {
  const [zoom, setZoomState] = useState<number>(limits.minZoom)
  const [offset, setOffset] = useState(noMove)
  const gesture = useRef<Gesture>({
    fingers: new Map(),
    start: noMove,
    pinchDistance: 0,
    pinchZoom: 1,
    isPinch: false,
    lastTapMs: 0,
  })

  const setZoom = (next: number) => {
    const value = clampZoom(next)
    setZoomState(value)
    if (value === limits.minZoom) setOffset(noMove)
  }
  const zoomBy = (steps: number) => setZoom(zoom + steps * limits.zoomStep)
  const reset = () => setZoom(limits.minZoom)

  const distance = () => {
    const [a, b] = [...gesture.current.fingers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }

  const handlersFor = (onSwipe: (direction: 'to-right' | 'to-left') => void) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const now = gesture.current
      event.currentTarget.setPointerCapture(event.pointerId)
      now.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (now.fingers.size === 1) {
        now.start = { x: event.clientX, y: event.clientY }
        now.isPinch = false
      }
      if (now.fingers.size === 2) {
        now.isPinch = true
        now.pinchDistance = distance()
        now.pinchZoom = zoom
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = gesture.current
      const before = now.fingers.get(event.pointerId)
      if (!before) return
      now.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (now.fingers.size === 2 && now.pinchDistance > 0) {
        setZoom(now.pinchZoom * (distance() / now.pinchDistance))
      } else if (zoom > limits.minZoom && !now.isPinch) {
        const dx = event.clientX - before.x
        const dy = event.clientY - before.y
        setOffset(from => ({ x: from.x + dx, y: from.y + dy }))
      }
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const now = gesture.current
      now.fingers.delete(event.pointerId)
      if (now.fingers.size > 0 || now.isPinch) return
      const dx = event.clientX - now.start.x
      const dy = event.clientY - now.start.y
      if (Math.abs(dx) < tapPx && Math.abs(dy) < tapPx) {
        if (event.pointerType === 'mouse') return
        const isDouble = event.timeStamp - now.lastTapMs < doubleTapMs
        now.lastTapMs = isDouble ? 0 : event.timeStamp
        if (isDouble) setZoom(zoom > limits.minZoom ? limits.minZoom : doubleTapZoom)
      } else if (zoom === limits.minZoom && Math.abs(dx) > swipePx && Math.abs(dx) > 2 * Math.abs(dy)) {
        onSwipe(dx > 0 ? 'to-right' : 'to-left')
      }
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      gesture.current.fingers.delete(event.pointerId)
    },
    onDoubleClick(event: MouseEvent<HTMLElement>) {
      if (event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === 'touch')
        return
      setZoom(zoom > limits.minZoom ? limits.minZoom : doubleTapZoom)
    },
  })

  return { zoom, offset, zoomBy, reset, handlersFor }
}
