import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { FormDraft, FormDraftInput, ListedFormDraft } from '#contract/resources/form-draft.ts'
import { api, isApiError } from '#web/api-client.ts'
import { keepDraft, listDrafts, newDraftName, randomWord } from './draft.ts'
import type { KeptOnServer } from './draft.ts'

const key = 'form-drafts'

/** What the server keeps of a form and the forms below it for this person; looked at anew by every screen. */
export const serverDraftsOf = (form: string) =>
  queryOptions({
    queryKey: [key, form],
    queryFn: async ({ signal }) => {
      const query = { form }
      const { data } = await api.get<{ data: { drafts: ListedFormDraft[] } }>(apiPaths.formDrafts, {
        query,
        signal,
      })
      return data.drafts
    },
    staleTime: 0,
  })

/** What was kept or removed shows in every list of drafts. */
export const refreshServerDrafts = (client: QueryClient) => client.invalidateQueries({ queryKey: [key] })

/** Keeps a form on the server. Errors: ApiError. */
export async function putServerDraft(id: string, input: FormDraftInput): Promise<ListedFormDraft> {
  return (await api.put<{ data: ListedFormDraft }>(apiPaths.formDraft(id), input)).data
}

/** Somebody has kept this draft from elsewhere, or it is gone: what is here becomes another one. */
export function isOvertaken(error: unknown): boolean {
  return isApiError(error) && (error.code === 'stale_form_draft' || error.code === 'form_draft_not_found')
}

/** What is said of a draft that stands beside another since. */
export const keptBeside =
  'تغيرت هذه المسودة على الخادم أو حُذفت بعد أن فتحتها، فحُفظ ما هنا مسودة أخرى ولم يُستبدل شيء.'

/**
 * Keeps a draft over what is known of it, or as another one beside what was kept from elsewhere since.
 * Shape: whether it stands beside another. Errors: ApiError.
 */
export async function keepBeside(
  known: KeptOnServer | undefined,
  put: (id: string, version: number) => Promise<void>,
): Promise<boolean> {
  try {
    await put(known?.id ?? randomWord(), known?.version ?? 0)
    return false
  } catch (error) {
    if (!isOvertaken(error)) throw error
    await put(randomWord(), 0)
    return true
  }
}

/** Removes a draft as it was seen. Shape: what it held. Errors: ApiError. */
export async function removeServerDraft(id: string, version: number): Promise<FormDraft> {
  const query = { version }
  return (await api.delete<{ data: FormDraft }>(apiPaths.formDraft(id), { query })).data
}

/**
 * Puts a removed draft back as it was, under an id that follows from its own: who has seen the removed one elsewhere has
 * not seen this one, and a second try is the same. Errors: ApiError.
 */
export async function restoreServerDraft({
  id,
  form,
  title,
  content,
  version,
}: FormDraft): Promise<ListedFormDraft> {
  const next = `${id}-${version}`
  return putServerDraft(next, { form, title, content, version: 0, writer: next })
}

/**
 * Takes a draft of the server to this device, as one of its own; what is here of it already, at that version or
 * later, is gone on with instead. Shape: its name here. Errors: ApiError.
 */
export async function fetchServerDraft(id: string): Promise<string> {
  const { data } = await api.get<{ data: FormDraft }>(apiPaths.formDraft(id))
  const { content, form, title, version } = data
  const here = listDrafts(form).find(({ server }) => server?.id === id && server.version >= version)
  if (here) return here.name
  const name = newDraftName(form)
  keepDraft(name, { ...content, title, server: { id, version } })
  return name
}
