import { ChevronLeft, ChevronRight, Maximize, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { useZoomPan } from './use-zoom-pan.ts'

interface LightboxProps {
  images: readonly { full: string; alt: string }[]
  /** What the pictures belong to. */
  label: string
  /** The picture to begin with, from 0. */
  start: number
  onClose: () => void
}

/**
 * The image viewer of the site and the dashboard. Right arrow previous, left arrow next, around the ends; plus and
 * minus zoom, f full screen, Escape closes; Ctrl and the wheel zoom. Source: P8.1.
 */
export function Lightbox({ images, label, start, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  /* Browsers refuse to show a dialog itself in full screen. */
  const frame = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(start)
  const [loading, setLoading] = useState<'loading' | 'done' | 'failed'>('loading')
  const { zoom, x, y, zoomBy, reset, handlersFor } = useZoomPan()
  const go = (step: number) => {
    if (images.length < 2) return
    setIndex((index + step + images.length) % images.length)
    setLoading('loading')
    reset()
  }
  /* The next picture lies to the left, so a finger that moves to the right brings it in. */
  const handlers = handlersFor(direction => go(direction === 'to-right' ? 1 : -1))

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    /* React listens for the wheel passively, and the page's own zoom must be held back. */
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomBy(event.deltaY < 0 ? 1 : -1)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  })

  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else frame.current?.requestFullscreen().catch(() => {})
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const acts: Record<string, () => void> = {
      ArrowRight: () => go(-1),
      ArrowLeft: () => go(1),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      f: toggleFullScreen,
      F: toggleFullScreen,
      ب: toggleFullScreen,
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  const image = images[index]
  if (!image) return null
  const counter = `${formatPlainNumber(index + 1)} / ${formatPlainNumber(images.length)}`
  return (
    <dialog className="lightbox" ref={dialog} aria-label={label} onClose={onClose} onKeyDown={onKeyDown}>
      <div className="lightbox-frame" ref={frame}>
        <div className="lightbox-bar">
          <p className="lightbox-counter" role="status">
            <bdi>{counter}</bdi>
          </p>
          <button
            type="button"
            className="icon-button"
            aria-label="تصغير"
            aria-disabled={zoom <= limits.minZoom}
            onClick={() => zoomBy(-1)}
          >
            <ZoomOut aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="تكبير"
            aria-disabled={zoom >= limits.maxZoom}
            onClick={() => zoomBy(1)}
          >
            <ZoomIn aria-hidden="true" />
          </button>
          <button type="button" className="icon-button" aria-label="ملء الشاشة" onClick={toggleFullScreen}>
            <Maximize aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="إغلاق"
            onClick={() => dialog.current?.close()}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        <div className={zoom > limits.minZoom ? 'lightbox-stage is-zoomed' : 'lightbox-stage'} {...handlers}>
          {loading === 'failed' ? (
            <div className="lightbox-failure" role="alert">
              <p>تعذر تحميل الصورة. تحقق من الاتصال ثم حاول مرة أخرى.</p>
              <button type="button" className="button is-gold" onClick={() => setLoading('loading')}>
                <RotateCw aria-hidden="true" />
                إعادة المحاولة
              </button>
            </div>
          ) : (
            <img
              key={image.full}
              src={image.full}
              alt={image.alt}
              draggable={false}
              style={{ transform: `translate(${x}px, ${y}px) scale(${zoom})` }}
              onLoad={() => setLoading('done')}
              onError={() => setLoading('failed')}
            />
          )}
          {loading === 'loading' && <p className="lightbox-wait">جاري تحميل الصورة...</p>}
        </div>
        {images.length > 1 && (
          <>
            <button type="button" className="icon-button lightbox-step is-previous" onClick={() => go(-1)}>
              <ChevronRight role="img" aria-label="الصورة السابقة" />
            </button>
            <button type="button" className="icon-button lightbox-step is-next" onClick={() => go(1)}>
              <ChevronLeft role="img" aria-label="الصورة التالية" />
            </button>
          </>
        )}
      </div>
    </dialog>
  )
}
