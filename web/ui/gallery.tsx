import { useEffect, useRef, useState } from 'react'
import { formatPlainNumber } from '#contract/format.ts'
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
  /** What is said under a page, with links. */
  notes?: readonly GalleryNote[]
}

/** A line under a page. */
export interface GalleryNote {
  lead: string
  links: readonly { href: string; text: string; label: string }[]
}

interface GalleryProps {
  images: readonly GalleryImage[]
  label: string
  /** How wide a picture is shown, as the attribute says it. */
  sizes: string
  /** One wide picture at the head of an article instead of pages to read. */
  isCover?: boolean
}

/**
 * Pages to read, one after the other, or the picture of an article; they open in the viewer, and without scripts each
 * is a link to the picture itself. Page n is the element `page-n`.
 */
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
      <ol className={isCover ? 'gallery is-cover' : 'gallery'}>
        {images.map(({ full, src, avifSrcSet, webpSrcSet, alt, width, height, notes = [] }, index) => (
          <li
            key={full}
            id={isCover ? undefined : `page-${index + 1}`}
            className={width && height ? undefined : 'is-unseen'}
          >
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
                  loading={index === 0 ? undefined : 'lazy'}
                  fetchPriority={!isCover && index === 0 ? 'high' : undefined}
                  decoding="async"
                />
              </picture>
            </a>
            {!isCover && images.length > 1 && (
              <span className="paper-number" aria-hidden="true">
                {formatPlainNumber(index + 1)}
              </span>
            )}
            {notes.length > 0 && (
              <div className="paper-notes no-print">
                {notes.map(({ lead, links }) => (
                  <p key={lead}>
                    <b>{lead}</b>{' '}
                    {links.map(({ href, text, label: name }, place) => (
                      <span key={href}>
                        {place > 0 && '، '}
                        <a href={href} aria-label={name}>
                          {text}
                        </a>
                      </span>
                    ))}
                  </p>
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
      {shown !== undefined && (
        <Lightbox images={images} label={label} start={shown} onClose={() => show(undefined)} />
      )}
    </>
  )
}
