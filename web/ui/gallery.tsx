import { useEffect, useRef, useState } from 'react'
import { Lightbox } from './lightbox.tsx'
import { backCloses } from './overlay-history.ts'
import type { OverlayEntry } from './overlay-history.ts'

export interface GalleryImage {
  /** The address of the image in full. */
  full: string
  /** A smaller one for the page, and its other widths in newer formats where there are some. */
  src: string
  avifSrcSet?: string | undefined
  webpSrcSet?: string | undefined
  alt: string
  width: number | undefined
  height: number | undefined
}

interface GalleryProps {
  images: readonly GalleryImage[]
  label: string
  /** How wide a picture is shown, as the attribute says it. */
  sizes: string
  /** One wide picture at the head of an article instead of a grid. */
  isCover?: boolean
}

/** Pictures that open in the viewer; without scripts each is a link to the picture itself. */
export function Gallery({ images, label, sizes, isCover = false }: GalleryProps) {
  const [shown, setShown] = useState<number | undefined>(undefined)
  const last = useRef(0)
  const isOpen = useRef(false)
  const entry = useRef<OverlayEntry>(undefined)
  const show = (index: number | undefined) => {
    isOpen.current = index !== undefined
    if (index !== undefined) last.current = index
    setShown(index)
    if (index === undefined) entry.current?.closed()
    else entry.current?.opened()
  }
  useEffect(() => {
    /* Not restored: the page was loaded without the viewer, and its pictures may not be there. */
    entry.current = backCloses(
      'viewer',
      () => isOpen.current,
      () => show(last.current),
      () => show(undefined),
    )
  }, [])
  return (
    <>
      <ul className={isCover ? 'gallery is-cover' : 'gallery'}>
        {images.map(({ full, src, avifSrcSet, webpSrcSet, alt, width, height }, index) => (
          <li key={full}>
            <a
              href={full}
              className={isCover ? 'is-drawn' : undefined}
              aria-label={isCover ? `تكبير الصورة: ${alt}` : `تكبير ${alt}`}
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                show(index)
              }}
            >
              <picture>
                {!isCover && <source media="print" srcSet={full} />}
                {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
                {webpSrcSet && <source type="image/webp" srcSet={webpSrcSet} sizes={sizes} />}
                <img
                  src={src}
                  /* The link says it; as the picture's own words it would be written over what is drawn beneath. */
                  alt={isCover ? '' : alt}
                  width={width}
                  height={height}
                  loading={isCover || index < 2 ? undefined : 'lazy'}
                  decoding="async"
                />
              </picture>
            </a>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Lightbox images={images} label={label} start={shown} onClose={() => show(undefined)} />
      )}
    </>
  )
}
