import { ChevronDown, FilePlus2, FilePenLine, GitCompareArrows, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { auditActionLabels, auditEntityLabels } from '#contract/codes/audit.ts'
import type { AuditAction } from '#contract/codes/audit.ts'
import { Link } from 'react-router'
import { countedNouns, formatCount, formatDateTime } from '#contract/format.ts'
import { isKindEntity } from '#contract/kinds.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { browserText } from '../parts/browser-text.ts'
import { Button } from '../parts/button.tsx'
import { changesOf, factsOf } from './audit-diff.ts'
import { ChangesTable } from './changes-table.tsx'

const actionIcons: Record<AuditAction, LucideIcon> = {
  CREATE: FilePlus2,
  UPDATE: FilePenLine,
  DELETE: Trash2,
}
const noAddress = 'غير معروف'

interface AuditEntryCardProps {
  entry: AuditEntry
  onRestore?: (entry: AuditEntry) => void
  /** Back to the state that the entry left; undefined where the record is in it. */
  onReturn?: ((entry: AuditEntry) => void) | undefined
  /** Chooses the state that the entry left, to be compared with another. */
  onCompare?: ((entry: AuditEntry) => void) | undefined
  isCompared?: boolean
  onUndoBatch?: (id: string) => void
  /** Administrators may remove an entry; the removal leaves an entry of its own. */
  onRemove?: ((entry: AuditEntry) => void) | undefined
}

/** One entry of the audit log: what was done to what, by whom, and the difference it made. */
export function AuditEntryCard({
  entry,
  onRestore,
  onReturn,
  onUndoBatch,
  onRemove,
  ...compare
}: AuditEntryCardProps) {
  const { onCompare, isCompared = false } = compare
  const Icon = actionIcons[entry.action]
  const changes = changesOf(entry)
  const canRestore = entry.action === 'DELETE' && isKindEntity(entry.entity)
  return (
    <li className="audit-entry" data-action={entry.action}>
      <span className="audit-entry__icon">
        <Icon aria-hidden />
      </span>
      <div className="audit-entry__body">
        <p className="audit-entry__head">
          <span className={`tag tag--${entry.action.toLowerCase()}`}>{auditActionLabels[entry.action]}</span>
          <span className="tag">{auditEntityLabels[entry.entity]}</span>
          <bdi className="audit-entry__text">{entry.description}</bdi>
        </p>
        <p className="audit-entry__meta">
          <bdi>{entry.actor?.email ?? 'النظام'}</bdi>
          <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>
        </p>
        <dl className="entry-facts">
          {factsOf(entry).map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <details className="audit-entry__details">
          <summary>
            التفاصيل
            <ChevronDown aria-hidden />
          </summary>
          {changes.length > 0 ? (
            <ChangesTable
              changes={changes}
              before={entry.action === 'CREATE' ? undefined : 'قبل'}
              after={entry.action === 'DELETE' ? undefined : 'بعد'}
            />
          ) : (
            <p>لم تتغير أي قيمة.</p>
          )}
          <dl className="entry-facts">
            <div>
              <dt>عنوان IP</dt>
              <dd>
                <bdi dir="ltr">{entry.ipAddress ?? noAddress}</bdi>
              </dd>
            </div>
            <div>
              <dt>المتصفح</dt>
              <dd title={entry.userAgent ?? undefined}>
                <bdi>{browserText(entry.userAgent)}</bdi>
              </dd>
            </div>
          </dl>
          {onRemove ? (
            <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={() => onRemove(entry)}>
              حذف القيد من السجل
            </Button>
          ) : null}
        </details>
        {entry.newData && (onReturn || onCompare) ? (
          <div className="row">
            {onReturn ? (
              <Button icon={<RotateCcw aria-hidden />} onClick={() => onReturn(entry)}>
                أعد هذه الحالة
              </Button>
            ) : null}
            {onCompare ? (
              <Button
                look="quiet"
                icon={<GitCompareArrows aria-hidden />}
                aria-pressed={isCompared}
                onClick={() => onCompare(entry)}
              >
                قارن هذه الحالة
              </Button>
            ) : null}
          </div>
        ) : null}
        {entry.batch ? <BatchLine {...entry.batch} onUndo={onUndoBatch} /> : null}
        {canRestore && entry.isRestored ? <p className="tag tag--success">استُعيد</p> : null}
        {canRestore && !entry.isRestored && onRestore ? (
          <Button icon={<RotateCcw aria-hidden />} onClick={() => onRestore(entry)}>
            استعادة المحذوف
          </Button>
        ) : null}
      </div>
    </li>
  )
}

interface BatchLineProps extends NonNullable<AuditEntry['batch']> {
  onUndo: ((id: string) => void) | undefined
}

/** Which act on many records the entry is a part of, and the way back from all of it. */
function BatchLine({ id, count, isUndone, onUndo }: BatchLineProps) {
  const counted = formatCount(count, countedNouns.record)
  return (
    <p className="audit-entry__batch">
      <Link className="link" to={`?batch=${encodeURIComponent(id)}`}>
        من دفعة واحدة: {counted}
      </Link>
      {isUndone ? <span className="tag">تُراجع عنها</span> : null}
      {!isUndone && onUndo ? (
        <Button icon={<Undo2 aria-hidden />} onClick={() => onUndo(id)}>
          تراجع عن الدفعة كلها
        </Button>
      ) : null}
    </p>
  )
}
