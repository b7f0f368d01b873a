import { countedNouns } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { Note } from '#contract/resources/note.ts'
import { schoolListPages } from '../lists/school-list.tsx'
import { NoteRow } from './note-row.tsx'

/** `/notes/primary`, `/notes/intermediate` and `/notes/preparatory`. */
export const noteListPages = schoolListPages<Note>({
  list: 'notes',
  name: 'ملازم',
  noun: countedNouns.note,
  hub: { label: 'الملازم', href: paths.notes },
  pathOf: paths.notesOfStage,
  perPage: limits.notesPerPage,
  parts: 'subjects',
  words: {
    label: 'الملازم',
    placeholder: 'ابحث في هذه الملازم',
    failed: 'تعذر تحميل الملازم',
    whole: 'عرض كل الملازم',
  },
  find: ({ notes }, query) => notes.listOfSchool(query),
  Row: ({ item, ...place }) => <NoteRow note={item} {...place} />,
})
