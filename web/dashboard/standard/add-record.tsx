import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { dashboardPaths } from '#contract/paths.ts'
import { api } from '#web/api-client.ts'
import { PublicationFields } from '../fields/publication-fields.tsx'
import { blankOf, formOptionsOf } from './record-kind.ts'
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
  /** What is known of the record that is added, as its form shows it. */
  preset?: Partial<Values & PublicationValues>
  /** The fields. */
  children: ReactNode
}

/** The screen that adds a record. Source: S4.7. */
export function AddRecord<Item extends { id: string; version: number }, Values extends FieldValues, Input>({
  kind,
  title,
  saveLabel,
  saved,
  failure,
  preset,
  children,
}: AddRecordProps<Item, Values, Input>) {
  const queryClient = useQueryClient()
  const record = useRecordForm<Values & PublicationValues, Input>({
    ...formOptionsOf(kind),
    /* What was begun elsewhere says another thing than what is asked for here. */
    draftKey: [`${kind.drafts}/new`, ...Object.values(preset ?? {})].join('/'),
    initial: { ...blankOf(kind), ...preset },
    saved,
    failure,
    warnings: { path: kind.path, fileField: kind.fileField },
    save: async (input, { key }) => {
      const { data } = await api.post<{ data: { id: string } }>(kind.path, input, { key })
      await refreshAfterWrite(queryClient, kind.path)
      return dashboardPaths.edit(kind.listAddress, data.id)
    },
  })
  return (
    <StaffForm title={title} record={record} saveLabel={saveLabel}>
      {children}
      <PublicationFields />
    </StaffForm>
  )
}
