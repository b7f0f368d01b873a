import { ChevronLeft, ChevronRight, Crop, Trash2 } from 'lucide-react'
import type { DragEvent } from 'react'
import { formatNumber } from '#contract/format.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { StoredImage } from '../parts/stored-image.tsx'

const cardPx = { width: 150, height: 200 }

interface ImageCardProps {
  image: string
  facts: FileFacts | undefined
  index: number
  count: number
  isDragged: boolean
  isTarget: boolean
  onView: () => void
  /** Absent for what cannot be edited. */
  onEdit: (() => void) | undefined
  onMove: (to: number) => void
  onRemove: () => void
  onDragStart: () => void
  onDragOver: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
  onDragEnd: () => void
}

/** One image of several: look at it, turn and crop it, move it, remove it. */
export function ImageCard({
  image,
  facts,
  index,
  count,
  isDragged,
  isTarget,
  onView,
  onEdit,
  onMove,
  onRemove,
  ...drag
}: ImageCardProps) {
  const number = formatNumber(index + 1)
  return (
    <li
      className="exam-image"
      draggable
      data-dragged={isDragged || undefined}
      data-target={isTarget || undefined}
      {...drag}
    >
      <button
        type="button"
        className="exam-image__picture"
        aria-label={`عرض الصورة ${number} بحجم كامل`}
        onClick={onView}
      >
        <StoredImage image={image} facts={facts} alt={`صورة الأسئلة ${number}`} {...cardPx} isLazy />
      </button>
      <span className="exam-image__number" aria-hidden>
        {number}
      </span>
      {onEdit ? (
        <button
          type="button"
          className="icon-button exam-image__edit"
          aria-label={`تدوير الصورة ${number} وقصها`}
          onClick={onEdit}
        >
          <Crop aria-hidden />
        </button>
      ) : null}
      <div className="exam-image__tools">
        <button
          type="button"
          className="icon-button"
          aria-label={`تقديم الصورة ${number}`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ChevronRight aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`تأخير الصورة ${number}`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <ChevronLeft aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button is-danger"
          aria-label={`حذف الصورة ${number}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </button>
      </div>
    </li>
  )
}
