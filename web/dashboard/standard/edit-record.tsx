import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useLocation, useParams } from 'react-router'
import { dashboardPaths } from '#contract/paths.ts'
import { api } from '#web/api-client.ts'
import { DeadLinksBanner } from '../parts/dead-links.tsx'
import { EditScreen } from './edit-screen.tsx'
import type { DeadLinkFacts } from '#contract/resources/dead-links.ts'
import type { Publication } from '#contract/resources/publication.ts'
import type { BatchRecord } from '#contract/resources/batch.ts'
import { PublicationFields } from '../fields/publication-fields.tsx'
import { nextYearOf, type CopyState } from './copy-of-record.ts'
import { fetchSaved, formOptionsOf, formValuesOf } from './record-kind.ts'
import type { PublicationValues, RecordKind } from './record-kind.ts'
import { refreshAfterChange } from './refresh.ts'
import { StaffForm } from './staff-form.tsx'
import { useUndoChange } from './undo-change.ts'
import { useRecordForm } from './use-record-form.ts'
import type { Saved } from './use-record-form.ts'

interface EditedRecord {
  id: string
  version: number
  deadLinkFacts?: readonly DeadLinkFacts[] | undefined
}

interface EditFormProps<Item extends EditedRecord, Values extends FieldValues, Input> {
  kind: RecordKind<Item, Values, Input>
  title: string
  saved: (name: string) => string
  /** The banner of a failed save: 'حدث خطأ أثناء تحديث الكتاب'. */
  failure: string
  /** The fields. */
  children: (record: Item) => ReactNode
}

interface EditRecordProps<Item extends EditedRecord, Values extends FieldValues, Input> extends EditFormProps<
  Item,
  Values,
  Input
> {
  /** 'لم يتم العثور على الخبر' */
  missing: string
  /** 'حدث خطأ أثناء جلب بيانات الخبر' */
  loadFailure: string
}

/**
 * The screen that edits the record which its address names: always fetched when the screen opens, never replaced
 * while people type. Source: S4.7.
 */
export function EditRecord<Item extends EditedRecord, Values extends FieldValues, Input>({
  missing,
  loadFailure,
  ...form
}: EditRecordProps<Item, Values, Input>) {
  const { id = '' } = useParams()
  const state = useLocation().state as { another?: string } | null
  const { kind, title } = form
  const query = useQuery({
    queryKey: ['edit', kind.path, id],
    queryFn: ({ signal }) => kind.fetch(id, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
  return (
    <EditScreen
      title={title}
      query={query}
      listAddress={kind.listAddress}
      missing={missing}
      failure={loadFailure}
    >
      {opened => <EditForm key={`${id} ${state?.another ?? ''}`} {...form} opened={opened} />}
    </EditScreen>
  )
}

function EditForm<Item extends EditedRecord, Values extends FieldValues, Input>({
  kind,
  title,
  saved,
  failure,
  opened,
  children,
}: EditFormProps<Item, Values, Input> & { opened: Item & Publication }) {
  const queryClient = useQueryClient()
  const undoChange = useUndoChange(kind.path)
  const savedOf = async (record: BatchRecord): Promise<Saved> => {
    await refreshAfterChange(queryClient, kind.path, record)
    const actions = [
      { label: 'تراجع', run: () => void undoChange(record) },
      { label: 'عرض', to: dashboardPaths.edit(kind.listAddress, opened.id) },
    ]
    return { record: () => fetchSaved(kind, record), actions }
  }
  const record = useRecordForm<Values & PublicationValues, Input>({
    ...formOptionsOf(kind),
    draftKey: `${kind.drafts}/${opened.id}`,
    initial: formValuesOf(kind, opened),
    version: opened.version,
    saved,
    failure,
    warnings: { path: kind.path, id: opened.id },
    save: async (input, { version, isConfirmed }) => {
      const confirmed = isConfirmed && { confirmed: true }
      const address = `${kind.path}/${opened.id}`
      const { data } = await api.put<{ data: BatchRecord }>(address, { ...input, version, ...confirmed })
      return savedOf(data)
    },
    savedBefore: (_current, version) => savedOf({ id: opened.id, version }),
  })
  return (
    <StaffForm
      title={title}
      record={record}
      saveLabel="حفظ التعديلات"
      history={historyOf(opened.id)}
      copy={copyOf(kind, opened)}
      preview={{ path: kind.path, id: opened.id }}
    >
      <DeadLinksBanner links={opened.deadLinkFacts} />
      {children(opened)}
      <PublicationFields />
    </StaffForm>
  )
}

/** The form of the same record for the next year; undefined for a kind that has no year. */
function copyOf<Item extends EditedRecord, Values extends FieldValues, Input>(
  kind: RecordKind<Item, Values, Input>,
  opened: Item & Publication,
): { to: string; state: CopyState } | undefined {
  if (!('releaseYear' in kind.names)) return undefined
  const values = nextYearOf(formValuesOf(kind, opened))
  return { to: dashboardPaths.add(kind.listAddress), state: { copy: { of: opened.id, values } } }
}

/** Where the entries of a record are. */
const historyOf = (id: string) => `${dashboardPaths.auditLog}?entityId=${encodeURIComponent(id)}`
