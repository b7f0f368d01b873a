import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'

interface RowActionsProps {
  /** What the row is, for screen readers: the record's title. */
  name: string
  editAddress: string
  /** The list's query, to come back to the same filters and page. */
  back?: string
  /** The record's public page. */
  siteAddress?: string
  onDelete: () => void
}

/** Edit and delete of one row, and a look at the public page. */
export function RowActions({ name, editAddress, back, siteAddress, onDelete }: RowActionsProps) {
  return (
    <div className="row-actions">
      {siteAddress ? (
        <a
          className="icon-button"
          href={siteAddress}
          target="_blank"
          rel="noopener"
          aria-label={`عرض في الموقع: ${name}`}
          title="عرض في الموقع"
        >
          <ExternalLink aria-hidden />
        </a>
      ) : null}
      <Link
        className="icon-button"
        to={editAddress}
        state={{ back }}
        aria-label={`تعديل: ${name}`}
        title="تعديل"
      >
        <Pencil aria-hidden />
      </Link>
      <button
        type="button"
        className="icon-button is-danger"
        aria-label={`حذف: ${name}`}
        title="حذف"
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </button>
    </div>
  )
}
