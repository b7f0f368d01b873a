import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
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
export type NoticeAction = { label: string; run: () => void } | { label: string; to: string; state?: object }

let notices: readonly Notice[] = []
let lastId = 0
const mostAtOnce = 3
/** Those under the pointer or with the focus. */
const held = new Set<number>()
const listeners = new Set<() => void>()

function change(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  change(notices.filter(notice => notice.id !== id))
}

/** Says what happened, for some seconds, and longer while it has the focus or the pointer, with what can be done about it: undo, a look at it. */
export function notify(
  tone: Notice['tone'],
  text: string,
  ...actions: readonly (NoticeAction | undefined)[]
): void {
  lastId += 1
  const given = actions.filter(action => action !== undefined)
  const next = [...notices, { id: lastId, tone, text, actions: given }]
  const oldest = next.slice(0, -1).find(({ id }) => !held.has(id))
  change(next.length > mostAtOnce ? next.filter(notice => notice !== oldest) : next)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ActionButton({ onDone, ...action }: NoticeAction & { onDone: () => void }) {
  if ('to' in action) {
    return (
      <Link className="toast__action" to={action.to} state={action.state} onClick={onDone}>
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

/** Takes a notice away after its time, which begins anew when it loses the focus or the pointer. */
function dismissInTime({ id, actions }: Notice, card: HTMLElement): () => void {
  const isOnlyHere = actions.some(action => 'run' in action)
  const gone = new AbortController()
  const holds = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (holds.size === 0) timer = setTimeout(() => dismiss(id), isOnlyHere ? noticeWithActionMs : noticeMs)
  }
  const holdBetween = (begins: string, ends: string) => {
    for (const event of [begins, ends]) {
      const note = () => {
        if (event === begins) holds.add(begins)
        else holds.delete(begins)
        if (holds.size > 0) held.add(id)
        else held.delete(id)
        wait()
      }
      card.addEventListener(event, note, { signal: gone.signal })
    }
  }
  holdBetween('focusin', 'focusout')
  /* Not by coming up under a pointer that rests: what lies below would stay covered. */
  holdBetween('pointermove', 'pointerleave')
  wait()
  return () => {
    gone.abort()
    held.delete(id)
    clearTimeout(timer)
  }
}

function NoticeCard({ notice }: { notice: Notice }) {
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => (card.current ? dismissInTime(notice, card.current) : undefined), [notice])

  return (
    <li ref={card} className={notice.tone === 'success' ? 'toast' : 'toast is-failed'}>
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
