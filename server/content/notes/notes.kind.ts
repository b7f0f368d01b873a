import { noteChangesSchema } from '#contract/resources/note.ts'
import { searchSource } from '#server/search/reindex.ts'
import { contentKind } from '#server/content/record/content-kind.ts'
import { notesElsewhere } from './notes.elsewhere.ts'
import { openNoteRoutes, staffNoteRoutes } from './notes.routes.ts'
import { noteDocument } from './notes.search.ts'
import { createNotesService } from './notes.service.ts'

export const notes = contentKind({
  createService: createNotesService,
  openRoutes: openNoteRoutes,
  staffRoutes: staffNoteRoutes,
  elsewhere: notesElsewhere,
  changes: noteChangesSchema,
  searched: searchSource('malazima', 'notes', noteDocument),
})
