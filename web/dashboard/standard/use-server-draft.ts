import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { countedNouns, formatCount } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import {
  isOvertaken,
  keepBeside,
  keptBeside,
  putServerDraft,
  refreshServerDrafts,
  removeServerDraft,
} from './server-drafts.ts'
import type { useDraft } from './use-draft.ts'

interface ServerDraftOptions<Values extends FieldValues> {
  draft: ReturnType<typeof useDraft<Values, unknown>>
  /** Whose drafts these are: `books/new`, `books/<id>`. */
  formName: string
  values: () => Values
  titleOf: (values: Values) => string
}

/** Keeps what a form holds on the server when asked, beside what was kept there from elsewhere. Source: S5.6. */
export function useServerDraft<Values extends FieldValues>(options: ServerDraftOptions<Values>) {
  const { draft, formName, titleOf } = options
  const client = useQueryClient()
  const [isKeeping, setIsKeeping] = useState(false)
  /** What is on the server of this form, as text. */
  const kept = useRef<string | undefined>(undefined)
  /** The keeping that is under way; it never fails. */
  const running = useRef<Promise<void> | undefined>(undefined)
  /** The record is saved: what is said of its draft concerns nobody any more. */
  const isEnding = useRef(false)

  const put = async (id: string, version: number) => {
    const { name, base, key, version: from } = draft.at.current
    const values = structuredClone(options.values())
    // Before the answer: if it is lost, the next try means the same draft.
    draft.keepServer({ id, version })
    const content = { values, base, key, ...(from !== undefined && { version: from }) }
    const input = { form: formName, title: titleOf(values), content, version, writer: name }
    const answer = await putServerDraft(id, input)
    kept.current = JSON.stringify(values)
    if (draft.at.current.server?.id === id) {
      draft.keepServer({ id, version: answer.version })
    }
  }

  const tell = (tone: 'success' | 'error', message: string) => {
    if (!isEnding.current) notify(tone, message)
  }

  const keepNow = async () => {
    setIsKeeping(true)
    await draft.settledOnServer()
    try {
      const days = formatCount(limits.formDraftDays, countedNouns.day)
      tell(
        'success',
        (await keepBeside(draft.at.current.server, put))
          ? keptBeside
          : `حُفظت المسودة على الخادم. تجدها في أي جهاز تدخل منه، وتبقى ${days} بعد آخر حفظ لها.`,
      )
    } catch (error) {
      logFailure('The draft could not be kept on the server', error)
      tell('error', `لم تُحفظ المسودة على الخادم: ${messageOf(error)}`)
    } finally {
      setIsKeeping(false)
      void refreshServerDrafts(client)
    }
  }

  const keep = () => {
    if (running.current || !draft.isMine()) return
    running.current = keepNow().finally(() => (running.current = undefined))
  }

  const settled = async () => {
    await running.current
    await draft.settledOnServer()
  }

  /** The record is saved: its draft is needed no more, unless another tab or device has gone on with it since. */
  const end = async () => {
    isEnding.current = true
    // What is on its way would arrive after the removal, and its version is not known before.
    await settled()
    isEnding.current = false
    const { server } = draft.at.current
    if (!server || !draft.isMine()) return
    try {
      await removeServerDraft(server.id, Math.max(1, server.version))
    } catch (error) {
      if (isOvertaken(error)) return
      logFailure('The draft of a saved record stays on the server', error)
      notify('error', 'حُفظ السجل وبقيت مسودته على الخادم. احذفها من قائمة المسودات.')
    } finally {
      void refreshServerDrafts(client)
    }
  }

  return {
    keep,
    isKeeping,
    /** Ends when no keeping is under way any more; it never fails. */
    settled,
    /** Whether the server has exactly what the form holds now. */
    isKept: () => kept.current !== undefined && kept.current === JSON.stringify(options.values()),
    end,
  }
}
