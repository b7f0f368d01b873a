import { useState } from 'react'
import { Lightbox } from './lightbox.tsx'

export interface GalleryImage {
  /** The address of the image in full. */
  full: string
  /** A smaller one for the page. */
  src: string
  alt: string
  width: number | undefined
  height: number | undefined
}

interface GalleryProps {
  images: readonly GalleryImage[]
  label: string
  /** One wide picture at the head of an article instead of a grid. */
  isCover?: boolean
}

/** Pictures that open in the viewer; without scripts each is a link to the picture itself. */
export function Gallery({ images, label, isCover = false }: GalleryProps) {
  const [shown, setShown] = useState<number | undefined>(undefined)
  return (
    <>
      <ul className={isCover ? 'gallery is-cover' : 'gallery'}>
        {images.map(({ full, src, alt, width, height }, index) => (
          <li key={full}>
            <a
              href={full}
              aria-label={isCover ? `تكبير الصورة: ${alt}` : `تكبير ${alt}`}
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                setShown(index)
              }}
            >
              <img
                src={src}
                alt={alt}
                width={width}
                height={height}
                loading={isCover || index < 2 ? undefined : 'lazy'}
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Lightbox images={images} label={label} start={shown} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}
