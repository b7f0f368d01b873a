import { useQueryClient } from '@tanstack/react-query'
import { countedNouns, formatCount } from '#contract/format.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import { perPerson } from '../session/per-person.ts'
import { useUser } from '../session/session.ts'
import { findDraft, keepDraft } from './draft.ts'
import type { KeptOnServer } from './draft.ts'
import { createFormSending } from './form-sending.ts'
import {
  isOvertaken,
  keepBeside,
  keptBeside,
  putServerDraft,
  refreshServerDrafts,
  removeServerDraft,
} from './server-drafts.ts'

type Values = Record<string, unknown>

/* A person's files go on being sent on every screen. */
const sendingOf = perPerson(queryClient => {
  const sending = createFormSending({
    async keepOnServer(name, form, isMine) {
      const draft = findDraft<Values>(name)
      if (!draft || !isMine()) return undefined
      const { values, base, key, title, version: from } = draft
      const content = { values, base, key, ...(from !== undefined && { version: from }) }
      let server: KeptOnServer | undefined
      const note = (id: string, version: number) => {
        server = { id, version }
        const now = findDraft<Values>(name)
        if (now && isMine()) keepDraft(name, { ...now, server })
      }
      const isBeside = await keepBeside(draft.server, async (id, version) => {
        // Before the answer: if it is lost, the next try means the same draft.
        note(id, version)
        const answer = await putServerDraft(id, { form, title, content, version, writer: name })
        note(id, answer.version)
      }).finally(() => void refreshServerDrafts(queryClient))
      if (isBeside) notify('success', keptBeside)
      return server
    },
    removeFromServer({ server }) {
      if (!server) return
      removeServerDraft(server.id, Math.max(1, server.version))
        .catch((error: unknown) => {
          if (!isOvertaken(error)) logFailure('An empty draft stays on the server', error)
        })
        .finally(() => void refreshServerDrafts(queryClient))
    },
    onTaken: () =>
      notify('success', 'يُكمل الرفع أعلى الصفحة، وما كتبته باقٍ مسودة في هذا الجهاز وتُحفظ على الخادم.'),
    onNotKept(error) {
      logFailure('The draft of a form that was left could not be kept on the server', error)
      notify('error', `بقيت المسودة على هذا الجهاز، ولم تُحفظ على الخادم: ${messageOf(error)}`)
    },
    onWhole: ({ label, address, state }, files) =>
      notify('success', `${label}: وصل ${formatCount(files, countedNouns.file)} إلى المسودة.`, {
        label: 'أكملها',
        to: address,
        state,
      }),
  })
  addEventListener('offline', sending.wait)
  return sending
})

/** What goes on of the forms that the signed-in person has left. */
export const useFormSending = () => sendingOf(useQueryClient(), useUser().id)
