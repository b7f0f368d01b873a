import { useEffect, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import type { GalleryImage } from './gallery-image.ts'
import { GalleryPage } from './gallery-page.tsx'
import { GalleryPicture } from './gallery-picture.tsx'
import { Lightbox } from './lightbox.tsx'
import { backCloses } from './overlay-history.ts'
import type { OverlayEntry } from './overlay-history.ts'

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
  const open = (event: MouseEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(index)
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
        {images.map((image, index) => (
          <li
            key={image.full}
            id={isCover ? undefined : `page-${index + 1}`}
            className={image.width && image.height ? undefined : 'is-unseen'}
          >
            {isCover ? (
              <a
                href={image.full}
                className="is-drawn"
                aria-label={`تكبير الصورة: ${image.alt}`}
                onClick={event => open(event, index)}
              >
                <GalleryPicture image={image} sizes={sizes} isFirst={index === 0} isCover />
              </a>
            ) : (
              <GalleryPage image={image} index={index} sizes={sizes} onOpen={event => open(event, index)} />
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
