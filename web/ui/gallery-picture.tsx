import type { GalleryImage } from './gallery-image.ts'

interface GalleryPictureProps {
  image: GalleryImage
  sizes: string
  isFirst: boolean
  isCover?: boolean
  /** How much of the picture lies above what is shown of it. Units: its width. */
  above?: number
}

/** The picture of a page or a cover, in the width that its place asks for. */
export function GalleryPicture({ image, sizes, isFirst, isCover = false, above = 0 }: GalleryPictureProps) {
  const { full, src, avifSrcSet, webpSrcSet, alt, width, height } = image
  return (
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
        style={above > 0 ? { marginBlockStart: `${-100 * above}%` } : undefined}
        loading={isFirst ? undefined : 'lazy'}
        fetchPriority={!isCover && isFirst ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}
