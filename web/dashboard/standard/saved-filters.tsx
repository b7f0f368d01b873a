import { Bookmark, X } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Link, useLocation } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { FieldError } from '../fields/field.tsx'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import type { SavedFilter } from './list-memory.ts'

/** The filters and order of an address, without its page, in one order of words. */
export function filtersOf(search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of ['page', 'size']) parameters.delete(name)
  parameters.sort()
  return parameters.toString()
}

const fullHint = `لهذه القائمة ${formatCount(limits.savedFilters, staffNouns.filter)}، وهو الحد. احذف واحدة، أو اكتب اسم واحدة منها لتحل هذه محلها.`

/** Whether one of them takes the place of the other: names and filters stand once each. */
function isSame(one: SavedFilter, other: SavedFilter): boolean {
  return one.name === other.name || one.search === other.search
}

interface SavedFiltersProps {
  saved: readonly SavedFilter[]
  /** Called with how the filters that are saved by then become others. */
  onChange: (change: (saved: readonly SavedFilter[]) => SavedFilter[]) => void
}

/** Filters that a person has given a name: each is one press away, and can be let go. */
export function SavedFilters({ saved, onChange }: SavedFiltersProps) {
  const { search } = useLocation()
  const [name, setName] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const now = filtersOf(search)
  const current = saved.find(filter => filter.search === now)
  const wanted = name.trim()
  const isFull = saved.length >= limits.savedFilters

  const save = (event: FormEvent, close: () => void) => {
    event.preventDefault()
    if (wanted === '') return
    const filter = { name: wanted, search: now }
    let replaced: SavedFilter | undefined
    let isKept = true
    onChange(before => {
      replaced = before.find(other => isSame(other, filter))
      isKept = replaced !== undefined || before.length < limits.savedFilters
      return isKept ? [...before.filter(other => other !== replaced), filter] : [...before]
    })
    setIsRefused(!isKept)
    if (!isKept) return
    if (replaced) {
      const former = replaced
      const undo = () =>
        onChange(before => before.map(other => (other.name === former.name ? former : other)))
      notify('success', `حلت التصفية الحالية محل «${former.name}».`, { label: 'تراجع', run: undo })
    }
    setName('')
    // What has the focus goes; closed, the list of filters gives it back.
    close()
  }
  const drop = (dropped: SavedFilter) => {
    onChange(before => before.filter(filter => !isSame(filter, dropped)))
    const undo = () =>
      onChange(before =>
        before.some(filter => isSame(filter, dropped)) ? [...before] : [...before, dropped],
      )
    notify('success', `حُذفت التصفية «${dropped.name}».`, { label: 'تراجع', run: undo })
  }
  return (
    <DialogTrigger onOpenChange={() => setIsRefused(false)}>
      <AriaButton className="button is-quiet list-tool" data-on={current !== undefined || undefined}>
        <Bookmark aria-hidden />
        <span>{current?.name ?? 'تصفياتي'}</span>
      </AriaButton>
      <Popover className="popover is-fitting" placement="bottom end">
        <Dialog className="list-view" aria-label="تصفياتي">
          {({ close }) => (
            <>
              {saved.length > 0 ? (
                <ul className="saved-filters">
                  {saved.map(filter => (
                    <li key={filter.name}>
                      <Link
                        to={filter.search ? `?${filter.search}` : '.'}
                        className="saved-filters__link"
                        aria-current={filter === current || undefined}
                        onClick={close}
                      >
                        <bdi>{filter.name}</bdi>
                      </Link>
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={`حذف التصفية: ${filter.name}`}
                        onClick={() => drop(filter)}
                      >
                        <X aria-hidden />
                      </button>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="list-view__hint">احفظ ما اخترته من تصفية وترتيب باسم، لتعود إليه بضغطة.</p>
              )}
              {now === '' || current ? null : (
                <form className="saved-filters__form" onSubmit={event => save(event, close)}>
                  {isFull && !isRefused ? (
                    <p className="list-view__hint" id="saved-filters-full">
                      {fullHint}
                    </p>
                  ) : null}
                  <div className="saved-filters__refusal" role="alert">
                    {isFull && isRefused ? <FieldError id="saved-filters-full" message={fullHint} /> : null}
                  </div>
                  <input
                    className="input"
                    aria-label="اسم التصفية الحالية"
                    aria-invalid={(isFull && isRefused) || undefined}
                    aria-describedby={isFull ? 'saved-filters-full' : undefined}
                    placeholder="اسم التصفية الحالية"
                    maxLength={limits.maxNameLength}
                    value={name}
                    onChange={event => setName(event.target.value)}
                  />
                  <Button look="primary" type="submit" disabled={wanted === ''}>
                    حفظ
                  </Button>
                </form>
              )}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
