import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { dashboardPaths } from '#contract/paths.ts'
import type { BatchRecord } from '#contract/resources/batch.ts'
import { api } from '#web/api-client.ts'
import { useLocation, useSearchParams } from 'react-router'
import { PublicationFields } from '../fields/publication-fields.tsx'
import type { CopyState } from './copy-of-record.ts'
import { FileProposals } from './file-proposals.tsx'
import { presetOf } from './preset.ts'
import { blankOf, fetchSaved, formOptionsOf } from './record-kind.ts'
import type { PublicationValues, RecordKind } from './record-kind.ts'
import { refreshAfterWrite } from './refresh.ts'
import { StaffForm } from './staff-form.tsx'
import { useRecordForm } from './use-record-form.ts'

interface AddRecordProps<Item extends { id: string; version: number }, Values extends FieldValues, Input> {
  kind: RecordKind<Item, Values, Input>
  title: string
  saveLabel: string
  saved: (name: string) => string
  /** The banner of a failed save: 'حدث خطأ أثناء إضافة الكتاب'. */
  failure: string
  /** The fields. */
  children: ReactNode
}

/** The screen that adds a record, filled with what its address says of it, and begins anew for another. Source: S4.7. */
export function AddRecord<Item extends { id: string; version: number }, Values extends FieldValues, Input>(
  props: AddRecordProps<Item, Values, Input>,
) {
  const state = useLocation().state as (Partial<CopyState> & { another?: string }) | null
  return <AddForm key={state?.another ?? ''} {...props} copy={state?.copy} />
}

function AddForm<Item extends { id: string; version: number }, Values extends FieldValues, Input>({
  kind,
  title,
  saveLabel,
  saved,
  failure,
  copy,
  children,
}: AddRecordProps<Item, Values, Input> & { copy: CopyState['copy'] | undefined }) {
  const queryClient = useQueryClient()
  const [asked] = useSearchParams()
  const [preset] = useState(() => (kind.proposes ? presetOf(kind.proposes, asked) : undefined))
  const record = useRecordForm<Values & PublicationValues, Input>({
    ...formOptionsOf(kind),
    /* What was begun elsewhere says another thing than what is asked for here. */
    draftKey: [`${kind.drafts}/new`, ...Object.values(preset ?? {}), ...(copy ? ['copy', copy.of] : [])].join(
      '/',
    ),
    initial: { ...blankOf(kind), ...preset, ...copy?.values },
    saved,
    failure,
    warnings: { path: kind.path, fileField: kind.fileField },
    save: async (input, { key }) => {
      const { data } = await api.post<{ data: BatchRecord }>(kind.path, input, { key })
      await refreshAfterWrite(queryClient, kind.path)
      const actions = [{ label: 'عرض', to: dashboardPaths.edit(kind.listAddress, data.id) }]
      return { record: () => fetchSaved(kind, data), id: data.id, actions }
    },
  })
  return (
    <StaffForm title={title} record={record} saveLabel={saveLabel} preview={{ path: kind.path }}>
      {kind.proposes ? (
        <FileProposals kind={kind.proposes} names={kind.names}>
          {children}
        </FileProposals>
      ) : (
        children
      )}
      <PublicationFields />
    </StaffForm>
  )
}
