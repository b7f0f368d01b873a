import { countedNouns } from '#contract/format.ts'
import { NotebookText } from 'lucide-react'
import { countOf } from '#contract/school-lists.ts'
import type { SiteKind } from '../site-kind.ts'
import { noteListPages } from './note-list.page.tsx'
import { notePage } from './note.page.tsx'
import { noteReadingPage } from './note-reading.page.ts'
import { notesHubPage } from './notes-hub.page.tsx'
import { teacherPage } from './teacher.page.tsx'
import { oldNoteListAddressPage } from './old-note-list-address.page.ts'

export const notes: SiteKind = {
  kind: 'note',
  pages: [notesHubPage, ...noteListPages, notePage, noteReadingPage, teacherPage, oldNoteListAddressPage],
  feature: { text: 'شروح وملخصات كتبها المدرسون', Icon: NotebookText, place: 3, noun: countedNouns.note },
  count: async ({ notes }) => countOf(await notes.counts(), {}),
}
