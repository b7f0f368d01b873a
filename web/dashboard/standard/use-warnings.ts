import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { api } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'

/** Where a form asks what speaks against its save, and what a person can do about a record that says the same. */
export interface WarningSource {
  /** The API address of the resource: `/api/results`. */
  path: string
  /** The record that is edited; absent for a new one. */
  id?: string
  /** The field whose file can replace that of a record that is there already. */
  fileField?: 'directLink' | 'files' | undefined
}

/** What a person decides after the warnings. */
export type WarningAnswer = 'save' | 'stay' | { replaceFileOf: { id: string; version: number } }

/** What makes a warning the same one when it is given again. */
function nameOf({ message, record }: Warning): string {
  return `${message} ${record?.id}`
}

/** Asks for warnings before a save, and waits for the person where there are some. Source: S5.4. */
export function useWarnings(source: WarningSource | undefined) {
  const [shown, setShown] = useState<Warning[]>([])
  const answer = useRef<((decision: WarningAnswer) => void) | undefined>(undefined)
  /** What the person has seen and saved anyway: a second try does not ask again. */
  const accepted = useRef(new Set<string>())
  const acceptedCodes = useRef(new Set<Warning['code']>())

  const find = async (input: unknown, key: string): Promise<Warning[]> => {
    if (!source) return []
    try {
      const signal = AbortSignal.timeout(limits.warningsWaitMs)
      const body = { ...(input as object), id: source.id }
      const { data } = await api.post<{ data: { warnings: Warning[] } }>(`${source.path}/check`, body, {
        key,
        signal,
      })
      return data.warnings
    } catch (error) {
      logFailure('The warnings could not be asked for', error)
      return []
    }
  }

  return {
    shown,
    /**
     * The person's answer; 'save' at once when nothing speaks against it, or nothing new. An edit is asked about
     * what it changes: what the record as it was opened (`base`) had against it already is no news.
     */
    ask: async (input: unknown, base: unknown, key: string): Promise<WarningAnswer> => {
      const [all, before] = await Promise.all([find(input, key), source?.id ? find(base, key) : []])
      const known = new Set([...accepted.current, ...before.map(nameOf)])
      const found = all.filter(warning => !known.has(nameOf(warning)))
      if (found.length === 0) return 'save'
      setShown(found)
      const decision = await new Promise<WarningAnswer>(resolve => {
        answer.current = resolve
      })
      setShown([])
      if (decision === 'save') {
        for (const warning of found) {
          accepted.current.add(nameOf(warning))
          acceptedCodes.current.add(warning.code)
        }
      }
      return decision
    },
    /** Whether the person has seen a warning of this kind and saves anyway. */
    hasAccepted: (code: Warning['code']) => acceptedCodes.current.has(code),
    decide: (decision: WarningAnswer) => answer.current?.(decision),
    /**
     * Puts the file of the form into a record that is there already, whoever may see it, and leaves the rest of it and
     * who sees it. Errors: ApiError.
     */
    replaceFile: async ({ id, version }: { id: string; version: number }, input: unknown) => {
      if (!source?.fileField) return
      const { data } = await api.get<{ data: object }>(`${source.path}/${id}`, { asStaff: true })
      const file = (input as Record<string, unknown>)[source.fileField]
      const asItIs = { state: undefined, publishAt: undefined }
      await api.put(`${source.path}/${id}`, { ...data, ...asItIs, [source.fileField]: file, version })
    },
  }
}
