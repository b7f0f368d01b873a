import { ExternalLink, Eye, EyeOff, Pencil } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { formatFileSize, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffSheet, StaffSheetList } from '#contract/resources/sheet.ts'
import { api } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Table } from '../standard/table.tsx'
import type { Columns } from '../standard/table.tsx'

type Write = (act: () => Promise<unknown>, done: string) => Promise<void>

interface SheetsTableProps {
  sheets: StaffSheet[]
  groups: StaffSheetList['groups']
  write: Write
}

const kindLabels: Record<StaffSheet['kind'], string> = {
  pdf: 'PDF',
  image: 'صورة',
  file: 'ملف للتنزيل',
  other: 'ليس ورقة',
}

function sizeText({ kind, pages, size }: StaffSheet): string {
  const parts = [kindLabels[kind], formatFileSize(size)]
  if (kind === 'pdf' && pages !== null) parts.splice(1, 0, `الصفحات: ${formatNumber(pages)}`)
  return parts.join(' · ')
}

function State({ sheet }: { sheet: StaffSheet }) {
  if (sheet.problem !== null) return <span className="sheets__problem">{sheet.problem}</span>
  if (sheet.kind === 'other') return <span className="tag">لا تظهر للطلبة</span>
  return sheet.isHidden ? (
    <span className="tag tag--gold">مخفية</span>
  ) : (
    <span className="tag tag--success">ظاهرة</span>
  )
}

const columns: Columns<StaffSheet> = [
  {
    label: 'المدرسة',
    cell: sheet => (
      <>
        <bdi>{sheet.school}</bdi>
        <small className="table__note sheets__entry">
          <bdi>{sheet.entry}</bdi>
        </small>
      </>
    ),
  },
  { label: 'المجموعة', cell: sheet => (sheet.group === null ? '—' : <bdi>{sheet.group}</bdi>) },
  { label: 'الملف', cell: sizeText },
  { label: 'الحالة', cell: sheet => <State sheet={sheet} /> },
]

/* What staff have said of a sheet already is said again with every change of it. */
function saidOf(sheet: StaffSheet) {
  return {
    school: sheet.school === sheet.foundSchool ? undefined : sheet.school,
    group: sheet.group === sheet.foundGroup ? undefined : (sheet.group ?? ''),
    isHidden: sheet.isHidden,
    version: sheet.version,
  }
}

/** The entries of an archive; a sheet can be looked at, hidden, shown, renamed and put into another group. */
export function SheetsTable({ sheets, groups, write }: SheetsTableProps) {
  const [edited, setEdited] = useState<StaffSheet | undefined>()
  const put = (sheet: StaffSheet, change: object, done: string) =>
    write(() => api.put(apiPaths.resultSheet(sheet.id), { ...saidOf(sheet), ...change }), done)
  return (
    <>
      <Table
        rows={sheets}
        columns={columns}
        renderActions={sheet => (
          <div className="row-actions">
            {sheet.url === null ? null : (
              <a
                className="icon-button"
                href={sheet.url}
                target="_blank"
                rel="noopener"
                aria-label={`فتح: ${sheet.school}`}
              >
                <ExternalLink aria-hidden />
              </a>
            )}
            {sheet.kind === 'other' || sheet.problem !== null ? null : (
              <button
                type="button"
                className="icon-button"
                aria-label={`${sheet.isHidden ? 'إظهار' : 'إخفاء'}: ${sheet.school}`}
                onClick={() =>
                  void put(
                    sheet,
                    { isHidden: !sheet.isHidden },
                    sheet.isHidden ? 'ظهرت الورقة للطلبة.' : 'أُخفيت الورقة عن الطلبة.',
                  )
                }
              >
                {sheet.isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
              </button>
            )}
            <button
              type="button"
              className="icon-button"
              aria-label={`تعديل: ${sheet.school}`}
              onClick={() => setEdited(sheet)}
            >
              <Pencil aria-hidden />
            </button>
          </div>
        )}
      />
      {edited ? (
        <EditSheet
          sheet={edited}
          groups={groups}
          onClose={() => setEdited(undefined)}
          save={change => put(edited, change, 'حُفظت الورقة.').then(() => setEdited(undefined))}
        />
      ) : null}
    </>
  )
}

interface EditSheetProps {
  sheet: StaffSheet
  groups: StaffSheetList['groups']
  onClose: () => void
  save: (change: { school: string; group: string }) => Promise<void>
}

/* Outside the form of the result: Enter here saves the sheet, not the result. */
function EditSheet({ sheet, groups, onClose, save }: EditSheetProps) {
  const [school, setSchool] = useState(sheet.school)
  const [group, setGroup] = useState(sheet.group ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const submit = async () => {
    setIsSaving(true)
    await save({ school, group }).finally(() => setIsSaving(false))
  }
  const submitOnEnter = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void submit()
  }
  return createPortal(
    <Dialog title="تعديل ورقة" onClose={onClose}>
      <div className="sheets__fields">
        <label className="field">
          <span className="field__label">اسم المدرسة</span>
          <input
            className="input"
            dir="auto"
            maxLength={limits.maxTitleLength}
            value={school}
            placeholder={sheet.foundSchool}
            onChange={event => setSchool(event.target.value)}
            onKeyDown={submitOnEnter}
            data-first-focus
          />
        </label>
        <label className="field">
          <span className="field__label">المجموعة</span>
          <input
            className="input"
            dir="auto"
            maxLength={limits.maxTitleLength}
            value={group}
            list="sheet-groups"
            onChange={event => setGroup(event.target.value)}
            onKeyDown={submitOnEnter}
          />
          <datalist id="sheet-groups">
            {groups.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </label>
        <p className="field__hint">
          في الأرشيف: <bdi>{sheet.entry}</bdi>. اسم فارغ يعيد الاسم الذي في الأرشيف.
        </p>
      </div>
      <footer className="dialog__footer">
        <Button look="primary" busyLabel={isSaving && 'جاري الحفظ...'} onClick={() => void submit()}>
          حفظ
        </Button>
        <Button onClick={onClose}>إلغاء</Button>
      </footer>
    </Dialog>,
    document.body,
  )
}
