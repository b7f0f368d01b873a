import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { imageSources } from '#contract/resources/file.ts'

interface ThumbnailProps {
  image: string | null | undefined
  subject?: SubjectCode
  isWide?: boolean
}

/** A small picture of a record in its row; without one, the first letters of its subject. */
export function Thumbnail({ image, subject, isWide = false }: ThumbnailProps) {
  const shape = isWide ? 'thumbnail thumbnail--wide' : 'thumbnail'
  if (image) {
    const { src, webpSrcSet } = imageSources(image, 160)
    return (
      <picture className="thumbnail-picture">
        {webpSrcSet && <source type="image/webp" srcSet={webpSrcSet} sizes="64px" />}
        <img className={shape} src={src} alt="" loading="lazy" width={40} height={52} />
      </picture>
    )
  }
  return (
    <span className={`${shape} thumbnail--blank`} aria-hidden>
      {subject ? subjectLabels[subject].replace(/^ال/, '').slice(0, 2) : ''}
    </span>
  )
}
