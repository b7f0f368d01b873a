import { useQueryClient } from '@tanstack/react-query'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { NoteInput } from '#contract/resources/note.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { api } from '#web/api-client.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import { NoteFields } from './note-fields.tsx'
import { blankNote, currentNoteValues } from './note-values.ts'
import type { NoteValues } from './note-values.ts'

/** `/dashboard/malazimas/add` */
export function AddNoteScreen() {
  const queryClient = useQueryClient()
  const record = useRecordForm<NoteValues, NoteInput>({
    draftKey: 'notes/new',
    schema: noteInputSchema,
    initial: blankNote,
    saved: 'أُضيفت الملزمة.',
    failure: 'حدث خطأ أثناء إضافة الملزمة',
    listAddress: dashboardPaths.notes,
    valuesOfCurrent: currentNoteValues,
    warnings: { path: apiPaths.notes, fileField: 'directLink' },
    save: async (input, { key }) => {
      await api.post(apiPaths.notes, input, { key })
      await refreshAfterWrite(queryClient, apiPaths.notes)
      return 'saved'
    },
  })
  return (
    <StaffForm title="إضافة ملزمة" record={record} saveLabel="إضافة الملزمة">
      <NoteFields />
    </StaffForm>
  )
}
