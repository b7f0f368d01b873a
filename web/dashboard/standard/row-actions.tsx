import { Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Link, useNavigate } from 'react-router'

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

/** Edit and delete of one row, and a look at the public page: side by side, and in a menu where there is little room. */
export function RowActions(props: RowActionsProps) {
  return (
    <div className="row-actions">
      <RowButtons {...props} />
      <RowMenu {...props} />
    </div>
  )
}

function RowMenu({ name, editAddress, back, siteAddress, onDelete }: RowActionsProps) {
  const navigate = useNavigate()
  return (
    <MenuTrigger>
      <AriaButton className="icon-button row-actions__menu" aria-label={`إجراءات: ${name}`}>
        <Ellipsis aria-hidden />
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu className="account-menu" aria-label={`إجراءات: ${name}`}>
          {siteAddress ? (
            <MenuItem className="account-menu__item" href={siteAddress} target="_blank" rel="noopener">
              <ExternalLink aria-hidden />
              عرض في الموقع
            </MenuItem>
          ) : null}
          <MenuItem
            className="account-menu__item"
            onAction={() => void navigate(editAddress, { state: { back } })}
          >
            <Pencil aria-hidden />
            تعديل
          </MenuItem>
          <MenuItem className="account-menu__item" onAction={onDelete}>
            <Trash2 aria-hidden />
            حذف
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

function RowButtons({ name, editAddress, back, siteAddress, onDelete }: RowActionsProps) {
  return (
    <div className="row-actions__buttons">
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
