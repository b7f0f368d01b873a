import { Plus, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { hasBranches } from '#contract/codes/grades.ts'
import { countedNouns, formatCount, formatFileSize, formatNumber } from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'
import { progressText } from '../uploads/progress-text.ts'
import { BranchOptions, CityOptions, RoundOptions, YearOptions } from '../fields/options.tsx'
import { isOtherInside, isSamePlace, lackOf, lackOfPlace, noBranch } from './use-archives.ts'
import type { ArchiveRow, Archives } from './use-archives.ts'

/** What the names of dropped archives propose, to be looked at before anything is added. Source: S13.5. */
export function ArchiveReview({ archives, onAdd }: { archives: Archives; onAdd: () => void }) {
  const { rows, ready, isKept, isAdding, failure } = archives
  if (rows.length === 0) return failure ? <Banner tone="error">{failure}</Banner> : null
  const waiting = rows.length - ready.length
  return (
    <section className="card release__review" aria-labelledby="release-review">
      <header className="release__review-head">
        <div>
          <h2 id="release-review">راجع قبل الإضافة</h2>
          <p className="muted" aria-live="polite">
            {formatCount(rows.length, countedNouns.file)}
            {waiting > 0 ? `، ${formatNumber(waiting)} لم تكتمل` : ''}
          </p>
        </div>
        <Button
          look="primary"
          icon={<Plus aria-hidden />}
          busyLabel={isAdding && 'جاري الإضافة...'}
          disabled={ready.length === 0}
          onClick={onAdd}
        >
          {waiting > 0 ? `أضف ${formatNumber(ready.length)}` : `أضف الكل (${formatNumber(ready.length)})`}
        </Button>
      </header>
      <BranchForAll rows={rows} onChange={archives.change} />
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      {isKept ? null : <Banner tone="warning">لا يحفظ هذا المتصفح القائمة: أضفها قبل إغلاق النافذة.</Banner>}
      <ul className="release__files">
        {rows.map(row => (
          <FileRow
            key={row.id}
            row={row}
            isTwice={rows.some(other => isSamePlace(row, other))}
            onChange={part => archives.change(row.id, part)}
            onReadAgain={() => archives.readAgain(row.id)}
            onRemove={() => archives.take(row.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface BranchForAllProps {
  rows: readonly ArchiveRow[]
  onChange: Archives['change']
}

/** One branch for all files whose names tell none, since a branch for each of 23 is 46 presses. Source: S13.6. */
function BranchForAll({ rows, onChange }: BranchForAllProps) {
  const without = rows.filter(({ stage, branch }) => hasBranches(stage) && branch === '')
  if (without.length < 2) return null
  const choose = (branch: string) => {
    for (const { id, doubts } of without)
      onChange(id, {
        branch,
        doubts: doubts.filter(doubt => doubt !== 'branch'),
        isAccepted: false,
        replaces: null,
      })
  }
  return (
    <label className="release__for-all">
      فرع الملفات التي لم يُختر فرعها: {formatCount(without.length, countedNouns.file)}
      <select className="input" value="" onChange={event => choose(event.target.value)}>
        <option value="">اختر الفرع لها كلها</option>
        <BranchOptions />
        <option value={noBranch}>بلا فرع</option>
      </select>
    </label>
  )
}

interface FileRowProps {
  row: ArchiveRow
  /** Another file of the list has the same city, branch, round and year. */
  isTwice: boolean
  onChange: (part: Partial<ArchiveRow>) => void
  onReadAgain: () => void
  onRemove: () => void
}

function FileRow({ row, isTwice, onChange, onReadAgain, onRemove }: FileRowProps) {
  const choose = (field: 'city' | 'branch' | 'try' | 'releaseYear') => ({
    className: 'input',
    value: row[field],
    'data-doubt': row.doubts.includes(field) || row[field] === '' || undefined,
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) =>
      onChange({
        [field]: event.target.value,
        doubts: row.doubts.filter(doubt => doubt !== field),
        isAccepted: false,
        replaces: null,
      }),
  })
  const label = (what: string) => `${what}: ${row.name}`
  return (
    <li className="release__file">
      <p className="release__file-name">
        <bdi>{row.name}</bdi>
        <small className="muted">{formatFileSize(row.size)}</small>
        <Progress row={row} />
      </p>
      <select {...choose('city')} aria-label={label('المدينة')}>
        <option value="">اختر المدينة</option>
        <CityOptions />
      </select>
      {hasBranches(row.stage) ? (
        <select {...choose('branch')} aria-label={label('الفرع')}>
          <option value="">اختر الفرع</option>
          <BranchOptions />
          <option value={noBranch}>بلا فرع</option>
        </select>
      ) : null}
      <select {...choose('try')} aria-label={label('الدور')}>
        <RoundOptions />
      </select>
      <select {...choose('releaseYear')} aria-label={label('السنة')}>
        <YearOptions chosen={row.releaseYear} />
      </select>
      <button type="button" className="icon-button" aria-label={label('إزالة')} onClick={onRemove}>
        <Trash2 aria-hidden />
      </button>
      <Decisions row={row} isTwice={isTwice} onChange={onChange} onReadAgain={onReadAgain} />
    </li>
  )
}

function Progress({ row }: { row: ArchiveRow }) {
  if (row.url !== '') return null
  if (row.failure) return <span className="release__problem">{row.failure}</span>
  return (
    <span className="release__sending">
      {progressText(row.sentBytes, row.size, row.isWaiting)}
      <progress className="progress" max={row.size} value={row.sentBytes} aria-label={`رفع ${row.name}`} />
    </span>
  )
}

function Decisions({ row, isTwice, onChange, onReadAgain }: Omit<FileRowProps, 'onRemove'>) {
  const placeLack = lackOfPlace(row)
  if (row.url !== '' && row.inside === 'asking') return <p className="release__told">{lackOf(row)}</p>
  if (placeLack === '') {
    if (row.replaces) return <p className="release__told">يُستبدل ملف النتيجة الموجودة بهذا الملف.</p>
    if (row.isAccepted) return <p className="release__told">تُضاف رغم التنبيه.</p>
  }
  const isOther = isOtherInside(row)
  const isUnseen = row.url !== '' && row.inside === 'failed'
  if (row.warnings.length === 0 && !isTwice && !isOther && !isUnseen) {
    return row.url !== '' && placeLack ? <p className="release__problem">{placeLack}</p> : null
  }
  return (
    <div className="release__warnings">
      {placeLack ? <p className="release__problem">{placeLack}</p> : null}
      {isTwice ? <p>ملف آخر في هذه القائمة للمدينة والفرع والدور والسنة نفسها.</p> : null}
      {isOther ? (
        <p>
          أكثر الأسماء داخل الملف تدل على مدينة غير المختارة: «{row.insideCity}» في الأسماء، و«{row.city}» هنا.
        </p>
      ) : null}
      {isUnseen ? (
        <p>تعذرت قراءة الأسماء داخل الملف. {row.insideFailure || 'تأكد أنه لهذه المدينة، أو أعد قراءتها.'}</p>
      ) : null}
      {row.warnings.map(({ message, record }) => (
        <p key={`${message} ${record?.id}`}>
          {message} {record ? <bdi>{record.name}</bdi> : null}
        </p>
      ))}
      {isUnseen || placeLack === '' ? (
        <div className="row">
          {isUnseen ? (
            <Button onClick={onReadAgain} aria-label={`أعد القراءة: ${row.name}`}>
              أعد القراءة
            </Button>
          ) : null}
          {placeLack === '' ? <Choices row={row} onChange={onChange} /> : null}
        </div>
      ) : null}
    </div>
  )
}

function Choices({ row, onChange }: Pick<FileRowProps, 'row' | 'onChange'>) {
  const duplicate = row.warnings.find(({ record }) => record !== null)?.record
  return (
    <>
      {duplicate ? (
        <>
          <Link
            className="button is-plain"
            to={dashboardPaths.edit(dashboardPaths.results, duplicate.id)}
            target="_blank"
          >
            افتحها
          </Link>
          <Button
            onClick={() => onChange({ replaces: { id: duplicate.id, version: duplicate.version } })}
            aria-label={`استبدل ملفها: ${row.name}`}
          >
            استبدل ملفها
          </Button>
        </>
      ) : null}
      <Button
        look="quiet"
        onClick={() => onChange({ isAccepted: true })}
        aria-label={`أضفها رغم ذلك: ${row.name}`}
      >
        أضفها رغم ذلك
      </Button>
    </>
  )
}
