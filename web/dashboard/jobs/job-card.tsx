import { Ban, ExternalLink, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { jobStateLabels } from '#contract/codes/job-states.ts'
import { formatDateTime, formatNumber, formatPercent } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { JobState } from '#contract/codes/job-states.ts'
import type { Job } from '#contract/resources/job.ts'
import { Button } from '../parts/button.tsx'

interface JobCardProps {
  job: Job
  onRepeat: (job: Job) => void
  onCancel: (job: Job) => void
}

const tones: Record<JobState, string> = {
  waiting: 'tag--gold',
  running: '',
  done: 'tag--success',
  failed: 'tag--danger',
  cancelled: 'tag--muted',
}

/** One job: what it is, how far, why it failed, and what can be done. What it says takes the place of what it said. */
export function JobCard({ job, onRepeat, onCancel }: JobCardProps) {
  const hasMore = job.state !== 'done' && job.state !== 'cancelled'
  // What ends keeps its room, so that nothing below it moves.
  const [isRoomy, setIsRoomy] = useState(hasMore)
  if (hasMore && !isRoomy) setIsRoomy(true)
  const { record } = job
  return (
    <li className="job" data-roomy={isRoomy || undefined} data-waits={job.state === 'waiting' || undefined}>
      <p className="job__head">
        <span className={`tag ${tones[job.state]}`}>{stateOf(job)}</span>
        <strong>{job.label}</strong>
        <span className="job__time muted">{timeOf(job)}</span>
      </p>
      <p className="job__title">
        <bdi>{job.title}</bdi>
      </p>
      <div className="job__now">
        {job.state === 'running' ? <Progress job={job} /> : null}
        {job.reason && job.state !== 'running' ? (
          <>
            <p className="job__reason">{job.reason}</p>
            <p className="muted">{job.advice}</p>
          </>
        ) : null}
      </div>
      <div className="row job__actions">
        {job.canRepeat ? (
          <Button
            icon={<RotateCcw aria-hidden />}
            aria-label={`إعادة: ${job.title}`}
            onClick={() => onRepeat(job)}
          >
            إعادة
          </Button>
        ) : hasMore ? (
          <Button
            icon={<Ban aria-hidden />}
            aria-label={`إلغاء: ${job.title}`}
            busyLabel={job.isCancelling && 'جاري الإلغاء...'}
            disabled={!job.canCancel && !job.isCancelling}
            onClick={() => onCancel(job)}
          >
            إلغاء
          </Button>
        ) : (
          <span className="muted">لا يُعاد</span>
        )}
        {record ? (
          <Link
            className="button button--quiet"
            to={dashboardPaths.edit(kinds[record.kind].dashboardPath, record.id)}
          >
            <ExternalLink aria-hidden />
            <span>فتح السجل</span>
          </Link>
        ) : null}
      </div>
    </li>
  )
}

function Progress({ job: { progress, label } }: { job: Job }) {
  const total = progress?.total || 1
  const words = progress
    ? `${formatNumber(progress.done)} من ${formatNumber(progress.total)} (${formatPercent(Math.round((progress.done / total) * 100))})`
    : 'بدأ العمل'
  return (
    <>
      <progress
        className="progress"
        max={total}
        value={progress ? progress.done : undefined}
        aria-label={`تقدم ${label}`}
      />
      <p className="muted">{words}</p>
    </>
  )
}

const isLater = ({ runAt }: Job) => Date.parse(runAt) > Date.now()

function stateOf(job: Job): string {
  if (job.isCancelling) return 'يتوقف'
  if (job.state === 'waiting' && job.failures > 0) return 'يُعاد بعد فشل'
  if (job.state === 'waiting' && isLater(job)) return 'مؤجل'
  return jobStateLabels[job.state]
}

function timeOf(job: Job): string {
  const tries = `المحاولة ${formatNumber(job.failures + 1)} من ${formatNumber(job.maxFailures)}`
  switch (job.state) {
    case 'waiting':
      if (job.failures > 0) return `${tries} في ${formatDateTime(job.runAt)}`
      return isLater(job) ? `يبدأ في ${formatDateTime(job.runAt)}` : `طُلب في ${formatDateTime(job.createdAt)}`
    case 'running':
      return `${job.failures > 0 ? `${tries}، ` : ''}بدأ في ${formatDateTime(job.startedAt ?? job.createdAt)}`
    case 'done':
    case 'failed':
    case 'cancelled':
      return `انتهى في ${formatDateTime(job.finishedAt ?? job.createdAt)}`
  }
}
