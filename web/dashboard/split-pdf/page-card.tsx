import { useState } from 'react'
import { formatNumber } from '#contract/format.ts'
import { thumbnailWidth, usualPageShape } from '#contract/page-pictures.ts'
import { pagePicturePath } from '#contract/paths.ts'

interface PageCardProps {
  sha256: string
  page: number
  isChosen: boolean
  isFirst: boolean
  onChange: (isChosen: boolean) => void
}

/** One page of a PDF, to be chosen by its picture. */
export function PageCard({ sha256, page, isChosen, isFirst, onChange }: PageCardProps) {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <li>
      <label className="split-page">
        <input
          type="checkbox"
          checked={isChosen}
          data-first-focus={isFirst || undefined}
          onChange={event => onChange(event.target.checked)}
        />
        <span className="split-page__picture">
          {isMissing ? (
            <small>لا معاينة لها</small>
          ) : (
            <img
              src={pagePicturePath(sha256, page, thumbnailWidth)}
              alt=""
              width={thumbnailWidth}
              height={Math.round((thumbnailWidth * usualPageShape) / 1000)}
              loading="lazy"
              onError={() => setIsMissing(true)}
            />
          )}
        </span>
        <span>صفحة {formatNumber(page)}</span>
      </label>
    </li>
  )
}
