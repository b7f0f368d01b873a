import { Fragment } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { Banner } from '../parts/states.tsx'
import { isUnseen, type Conflict } from './row-writer.ts'
import { columns, wordsOf } from './row-state.ts'
import type { OpenIngest } from './use-ingest.ts'

interface ChoiceProps {
  /** What is done with what was typed. */
  keep: [label: string, act: () => void]
  drop: [label: string, act: () => void]
}

function Choice({ keep, drop }: ChoiceProps) {
  return [keep, drop].map(([label, act]) => (
    <button key={label} type="button" className="link" onClick={act}>
      {label}
    </button>
  ))
}

/** What somebody typed into a row that had become a record, where it can be written now. */
function AddedBanner({ conflict: { row, mine }, onDone }: { conflict: Conflict; onDone: () => void }) {
  if (row.record === null) return null
  const { kind, id } = row.record
  const typed = columns.filter(({ field }) => Object.hasOwn(mine, field))
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Link className="link" to={dashboardPaths.edit(kinds[kind].dashboardPath, id)}>
            افتح السجل
          </Link>
          <button type="button" className="link" onClick={onDone}>
            اترك ما كتبته
          </button>
        </>
      }
    >
      أُضيف «<bdi>{row.files[0]?.name}</bdi>» قبل أن يُحفظ ما كتبته فيه:{' '}
      {typed.map(({ field, label }) => `${label} «${wordsOf(field, { ...row.values, ...mine })}»`).join('، ')}
      .
    </Banner>
  )
}

/** Rows that became another thing a moment before somebody said that they had looked at them. */
function UnseenBanner({ conflicts, choice }: { conflicts: readonly Conflict[]; choice: ChoiceProps }) {
  const count = conflicts.length
  return (
    <Banner tone="warning" actions={<Choice {...choice} />}>
      {conflicts.every(({ isOfPage }) => isOfPage) ? 'مُلئ من الصفحة الأولى' : 'تغيّر'} قبل لحظة{' '}
      {count > 1 ? `${formatCount(count, staffNouns.line)}: ` : ''}
      {conflicts.slice(0, namedRows).map(({ row: { id, files } }, at) => (
        <Fragment key={id}>
          {at > 0 ? '، ' : ''}«<bdi>{files[0]?.name}</bdi>»
        </Fragment>
      ))}
      {count > namedRows ? '، وغيرها' : ''}. لم تُسجَّل مراجعتك: انظر إلى ما تغيّر.
    </Banner>
  )
}

/** A row that became another thing before what somebody typed into it was written. */
function OvertakenBanner({ conflict, choice }: { conflict: Conflict; choice: ChoiceProps }) {
  const { changedBy, files } = conflict.row
  const name = (
    <>
      «<bdi>{files[0]?.name}</bdi>»
    </>
  )
  return (
    <Banner tone="warning" actions={<Choice {...choice} />}>
      {changedBy ? (
        <>
          سبقك {changedBy.name} إلى {name}. لم يُكتب فوق ما غيّره.
        </>
      ) : conflict.isOfPage ? (
        <>ملأت الصفحة الأولى {name} قبل أن يُحفظ ما كتبته. لم يُكتب فوق ما جاء منها.</>
      ) : (
        <>تغيّر {name} قبل أن يُحفظ ما كتبته. لم يُكتب فوق ما تغيّر.</>
      )}
    </Banner>
  )
}

const namedRows = 3

type Told = Pick<OpenIngest['typing'], 'failure' | 'refusal' | 'conflicts' | 'settle' | 'settleRefused'>

/** What is not written of what somebody typed, and what they can do about it. */
export function TypingBanners({ typing }: { typing: Told }) {
  const { failure, refusal, conflicts, settle, settleRefused } = typing
  const unseen = conflicts.filter(isUnseen)
  return (
    <>
      {failure ? <Banner tone="warning">{failure}</Banner> : null}
      {refusal ? (
        <Banner
          tone="error"
          actions={
            <Choice
              keep={['أعد المحاولة', () => settleRefused(true)]}
              drop={['اترك ما كتبته', () => settleRefused(false)]}
            />
          }
        >
          لم يُحفظ ما كتبته. {refusal}
        </Banner>
      ) : null}
      {unseen.length > 0 ? (
        <UnseenBanner
          conflicts={unseen}
          choice={{
            keep: ['راجعتُ ما تغيّر', () => settle(unseen, true)],
            drop: ['لاحقاً', () => settle(unseen, false)],
          }}
        />
      ) : null}
      {conflicts.map(conflict => {
        if (isUnseen(conflict)) return null
        const { row } = conflict
        const key = `${row.id}-${row.version}`
        if (row.record !== null)
          return <AddedBanner key={key} conflict={conflict} onDone={() => settle([conflict], false)} />
        return (
          <OvertakenBanner
            key={key}
            conflict={conflict}
            choice={{
              keep: ['ضع ما كتبته', () => settle([conflict], true)],
              drop: [row.changedBy ? 'أبقِ ما كتبه' : 'أبقه كما صار', () => settle([conflict], false)],
            }}
          />
        )
      })}
    </>
  )
}
