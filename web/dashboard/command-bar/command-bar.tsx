import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '#contract/limits.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useUser } from '../session/session.ts'
import { useCommands } from './use-commands.ts'
import type { Command } from './use-commands.ts'

/** Leads to every screen and record by its name. Shape: a combobox over a list box, as WAI-ARIA describes them. */
export function CommandBar({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { role } = useUser()
  const [text, setText] = useState('')
  /** Where the chosen command leads; records that come late leave it chosen. */
  const [chosen, setChosen] = useState<string>()
  /** The text for which somebody has pressed Enter before anything answered it. */
  const [entered, setEntered] = useState<string>()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { screens, records, isLooking, isFailed } = useCommands(text, role)
  const groups = [
    { label: 'السجلات', commands: records },
    { label: 'الشاشات', commands: screens },
  ].filter(({ commands }) => commands.length > 0)
  const all = groups.flatMap(({ commands }) => commands)
  const place = all.findIndex(({ to }) => to === chosen)
  const at = all.length === 0 ? -1 : Math.max(place, 0)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, all.length])

  const open = (command: Command | undefined) => {
    if (!command) return
    onClose()
    void navigate(command.to)
  }
  const first = all[0]
  useEffect(() => {
    if (entered === text && first && !isLooking) open(first)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) setChosen(all[(at + step + all.length) % all.length]?.to)
    else if (event.key === 'Enter' && all.length === 0) setEntered(text)
    else if (event.key === 'Enter') open(all[at])
    else return
    event.preventDefault()
  }

  let index = -1
  return (
    <Dialog title="ابحث أو انتقل" onClose={onClose} size="medium">
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label="اسم سجل أو شاشة"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={all.length > 0 ? optionId(at) : undefined}
        autoComplete="off"
        placeholder="اسم سجل أو شاشة"
        maxLength={limits.maxSearchLength}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setChosen(undefined)
          setEntered(undefined)
        }}
        onKeyDown={onKeyDown}
        data-first-focus
      />
      <p className="command-bar__status" role="status">
        {isLooking ? 'جاري البحث...' : null}
        {!isLooking && isFailed ? 'تعذر البحث في السجلات. تحقق من اتصالك.' : null}
        {!isLooking && !isFailed && all.length === 0 ? 'لا سجل ولا شاشة بهذا الاسم.' : null}
      </p>
      <div ref={list} id={`${id}-list`} className="command-bar__list" role="listbox" aria-label="ما وُجد">
        {groups.map(({ label, commands }) => (
          <div key={label} role="group" aria-label={label}>
            <p className="command-bar__group" aria-hidden>
              {label}
            </p>
            {commands.map(command => {
              index += 1
              const own = index
              const Icon = command.icon
              return (
                <div
                  key={command.to}
                  id={optionId(own)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === at}
                  className="command-bar__option"
                  onMouseMove={() => setChosen(command.to)}
                  onMouseDown={event => event.preventDefault()}
                  onClick={() => open(command)}
                  onKeyDown={onKeyDown}
                >
                  <Icon aria-hidden />
                  <bdi>{command.label}</bdi>
                  <small>{command.hint}</small>
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
