import { imageSources } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'

interface PictureProps {
  image: string | Pick<FileFacts, 'url' | 'width' | 'height'>
  alt: string
  /** The room that is kept free where the image's own size is not known. Units: CSS pixels. */
  width: number
  height: number
  /** How wide the picture is shown, as `sizes` says it. */
  sizes: string
  /** Off for a picture that is seen at once: the browser then fetches it before the styles are there. */
  isLazy?: boolean
  /** For screens that run scripts: none of the offered pictures could be had. */
  onError?: () => void
}

/** An image in the size that the page needs, in the newest format that the browser knows. */
export function Picture({ image, alt, width, height, sizes, isLazy = true, onError }: PictureProps) {
  const sources = imageSources(image, 2 * width)
  return (
    <picture>
      {sources.avifSrcSet && <source type="image/avif" srcSet={sources.avifSrcSet} sizes={sizes} />}
      {sources.webpSrcSet && <source type="image/webp" srcSet={sources.webpSrcSet} sizes={sizes} />}
      <img
        src={sources.src}
        alt={alt}
        width={sources.width ?? width}
        height={sources.height ?? height}
        loading={isLazy ? 'lazy' : undefined}
        decoding="async"
        onError={onError}
      />
    </picture>
  )
}
