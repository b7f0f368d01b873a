import { UploadCloud } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { countedNouns, formatCount, formatFileSize, formatNumber } from '#contract/format.ts'
import { Bar } from '../parts/bar-list.tsx'
import { useUnloadQuestion } from '../parts/use-unload-question.ts'
import { openTray, subscribeTray, trayGroups, type TrayGroup } from '../uploads/tray.ts'

/** What is sent while one works elsewhere: how far it is, what has failed, and the way to it. Source: S7.9. */
export function UploadTray() {
  const groups = useSyncExternalStore(subscribeTray, trayGroups)
  const { pathname, search } = useLocation()
  useEffect(openTray, [])

  const isHere = ({ address, state }: TrayGroup) => state === undefined && address === pathname + search
  const all = [...groups.values()]
  const isSending = all.some(({ files, arrived, failed }) => arrived + failed.length < files)
  useUnloadQuestion(isSending)
  /* Its own screen says how far each file is. */
  const shown = all.filter(group => group.failed.length > 0 || !isHere(group))
  const failed = shown.reduce((sum, group) => sum + group.failed.length, 0)
  return (
    <>
      <p className="visually-hidden" role="status">
        {failed > 0 ? `لم يصل ${formatCount(failed, countedNouns.file)}.` : ''}
      </p>
      {shown.length > 0 ? (
        <aside className="upload-tray" aria-label="ما يُرفع الآن">
          <ul>
            {shown.map(group => (
              <li key={group.key}>
                <Group group={group} isHere={isHere(group)} />
              </li>
            ))}
          </ul>
        </aside>
      ) : null}
    </>
  )
}

function Group({ group, isHere }: { group: TrayGroup; isHere: boolean }) {
  const { label, address, state, files, arrived, sentBytes, size, isWaiting, resume, failed } = group
  const isOver = arrived + failed.length === files
  return (
    <>
      <p className="upload-tray__line">
        <UploadCloud aria-hidden />
        {isHere ? (
          <strong>{label}</strong>
        ) : (
          <Link className="link" to={address} state={state}>
            {label}
          </Link>
        )}
        <span>
          وصل {formatNumber(arrived)} من {formatNumber(files)}
          {isOver ? '' : ` · ${formatFileSize(sentBytes)} من ${formatFileSize(size)}`}
          {isWaiting ? ' · بانتظار الإنترنت، يكمل وحده' : ''}
          {resume ? ' · متوقف مؤقتاً' : ''}
        </span>
        {resume ? (
          <button type="button" className="link" onClick={resume}>
            متابعة
          </button>
        ) : null}
        {isOver ? null : <Bar share={sentBytes / Math.max(1, size)} />}
      </p>
      {failed.length > 0 ? (
        <div className="upload-tray__failed">
          <details>
            <summary>لم يصل {formatCount(failed.length, countedNouns.file)}</summary>
            <ul>
              {failed.map(({ id, name, reason }) => (
                <li key={id}>
                  <bdi>{name}</bdi>: {reason}
                </li>
              ))}
            </ul>
          </details>
          <button type="button" className="link" onClick={group.retry}>
            أعد رفعها
          </button>
          <button type="button" className="link" onClick={group.forget}>
            اتركها
          </button>
        </div>
      ) : null}
    </>
  )
}
