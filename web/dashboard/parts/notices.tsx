import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

const noticeMs = 6_000
/** For what can be done nowhere else. */
const noticeWithActionMs = 12_000

interface Notice {
  id: number
  tone: 'success' | 'error'
  text: string
  actions: readonly NoticeAction[]
}

/** A thing to do about what happened, or a place to go to. */
export type NoticeAction = { label: string; run: () => void } | { label: string; to: string }

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  change(notices.filter(notice => notice.id !== id))
}

/** Says what happened, for some seconds, with what can be done about it: undo, a look at it. */
export function notify(
  tone: Notice['tone'],
  text: string,
  ...actions: readonly (NoticeAction | undefined)[]
): void {
  lastId += 1
  const given = actions.filter(action => action !== undefined)
  change([...notices.slice(-2), { id: lastId, tone, text, actions: given }])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ActionButton({ onDone, ...action }: NoticeAction & { onDone: () => void }) {
  if ('to' in action) {
    return (
      <Link className="toast__action" to={action.to} onClick={onDone}>
        {action.label}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className="toast__action"
      onClick={() => {
        action.run()
        onDone()
      }}
    >
      {action.label}
    </button>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  useEffect(() => {
    const isOnlyHere = notice.actions.some(action => 'run' in action)
    const timer = setTimeout(() => dismiss(notice.id), isOnlyHere ? noticeWithActionMs : noticeMs)
    return () => clearTimeout(timer)
  }, [notice])

  return (
    <li className={notice.tone === 'success' ? 'toast' : 'toast is-failed'}>
      {notice.tone === 'success' ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      <span className="toast__text">{notice.text}</span>
      {notice.actions.map(action => (
        <ActionButton key={action.label} {...action} onDone={() => dismiss(notice.id)} />
      ))}
      <button
        type="button"
        className="icon-button"
        aria-label="إخفاء الرسالة"
        onClick={() => dismiss(notice.id)}
      >
        <X aria-hidden />
      </button>
    </li>
  )
}

/** Where notices appear; screen readers read each as it comes. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <ul className="toasts" aria-live="polite" aria-label="الرسائل">
      {shown.map(notice => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </ul>
  )
}
