import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import type { Note, NoteInput } from '#contract/resources/note.ts'
import { api } from '#web/api-client.ts'
import { EditScreen } from '../standard/edit-screen.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffForm } from '../standard/staff-form.tsx'
import { useRecord } from '../standard/use-record.ts'
import { useRecordForm } from '../standard/use-record-form.ts'
import { NoteFields } from './note-fields.tsx'
import { currentNoteValues, noteValuesOf } from './note-values.ts'
import type { NoteValues } from './note-values.ts'

/** `/dashboard/malazimas/edit/{id}` */
export function EditNoteScreen() {
  const { id = '' } = useParams()
  const query = useRecord<Note>(apiPaths.notes, id)
  return (
    <EditScreen
      title="تعديل ملزمة"
      query={query}
      listAddress={dashboardPaths.notes}
      missing="الملزمة غير موجودة"
      failure="حدث خطأ أثناء جلب بيانات الملزمة"
    >
      {note => <EditNoteForm key={id} note={note} />}
    </EditScreen>
  )
}

function EditNoteForm({ note }: { note: Note }) {
  const queryClient = useQueryClient()
  const record = useRecordForm<NoteValues, NoteInput>({
    draftKey: `notes/${note.id}`,
    entity: 'MALAZIMA',
    schema: noteInputSchema,
    initial: noteValuesOf(note),
    version: note.version,
    saved: 'حُفظت تعديلات الملزمة.',
    failure: 'حدث خطأ أثناء تحديث الملزمة',
    listAddress: dashboardPaths.notes,
    valuesOfCurrent: currentNoteValues,
    warnings: { path: apiPaths.notes, id: note.id },
    save: async (input, { version }) => {
      await api.put(`${apiPaths.notes}/${note.id}`, { ...input, version })
      await refreshAfterWrite(queryClient, apiPaths.notes)
      return 'saved'
    },
  })
  return (
    <StaffForm title="تعديل ملزمة" record={record} saveLabel="حفظ التعديلات">
      <NoteFields note={note} />
    </StaffForm>
  )
}
