import { useQueries } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fold } from '#contract/arabic/fold.ts'
import type { Role } from '#contract/codes/roles.ts'
import { kinds, kindsInMenus, type Kind } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { navigation } from '../chrome/navigation.ts'
import { kindScreens } from '../kinds.ts'
import { staffPageOf } from '../standard/list-query.ts'
import { recordFacts, type RecordFacts } from '../standard/record-facts.ts'

/** Something that the command bar leads to. */
export interface Command {
  to: string
  label: string
  hint: string
  icon: LucideIcon
}

/** What all kinds of record tell of one; a result has no title. */
interface FoundRecord extends RecordFacts {
  id: string
  title?: string
  city?: string
}

function commandOf(kind: Kind, record: FoundRecord): Command {
  const { id, title, city } = record
  return {
    to: dashboardPaths.edit(kinds[kind].dashboardPath, id),
    label: title ?? city ?? '',
    hint: [kinds[kind].label, ...recordFacts(record)].join(' · '),
    icon: kindScreens[kind].icon,
  }
}

/** Every screen that a person may open, and the forms of new records. */
function screensFor(role: Role): Command[] {
  const listed = navigation
    .filter(group => group.role === undefined || group.role === role)
    .flatMap(({ label: hint, items }) => items.map(item => ({ ...item, hint })))
  const forms = kindsInMenus.map(kind => ({
    to: dashboardPaths.add(kinds[kind].dashboardPath),
    label: `إضافة ${kinds[kind].label}`,
    hint: kinds[kind].plural,
    icon: Plus,
  }))
  const account = { to: dashboardPaths.account, label: 'حسابي وكلمة المرور', hint: 'الحساب', icon: KeyRound }
  return [...listed, ...forms, account]
}

/** Those screens in whose names every word of the text stands, however it is spelt. */
function matchingScreens(text: string, role: Role): Command[] {
  const words = fold(text).split(' ').filter(Boolean)
  return screensFor(role).filter(({ label, hint }) => {
    const name = fold(`${label} ${hint}`)
    return words.every(word => name.includes(word))
  })
}

/** A text a moment after typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), limits.searchDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** What answers a text: screens at once, and records of all kinds as their lists find them. */
export function useCommands(text: string, role: Role) {
  const wanted = text.trim()
  const search = usePaused(wanted)
  const isAsked = search.length >= limits.minSearchLength
  const answers = useQueries({
    queries: kindsInMenus.map(kind => ({
      queryKey: [kinds[kind].apiPath, 'command bar', search],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        staffPageOf<FoundRecord>(
          kinds[kind].apiPath,
          kinds[kind].list,
        )({ query: { search, limit: limits.commandRecords }, signal }),
      enabled: isAsked,
    })),
  })
  const records = kindsInMenus.flatMap((kind, index) =>
    isAsked && search === wanted
      ? (answers[index]?.data?.items ?? []).map(item => commandOf(kind, item))
      : [],
  )
  return {
    screens: matchingScreens(wanted, role),
    records,
    isLooking:
      wanted.length >= limits.minSearchLength &&
      (search !== wanted || answers.some(({ isLoading }) => isLoading)),
    isFailed: isAsked && answers.some(({ isError }) => isError),
  }
}
