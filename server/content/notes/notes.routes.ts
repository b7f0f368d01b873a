import { kinds } from '#contract/kinds.ts'
import {
  latestNotesQuerySchema,
  noteInputSchema,
  unsavedNoteSchema,
  noteListQuerySchema,
  noteSchema,
  staffNoteSchema,
  staffNoteListQuerySchema,
} from '#contract/resources/note.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import {
  latestContentRoute,
  openContentRoutes,
  staffContentRoutes,
} from '#server/content/record/content-routes.ts'
import type { NotesService } from './notes.service.ts'

const resource = {
  path: kinds.note.apiPath,
  tag: kinds.note.list,
  listKey: kinds.note.listKey,
  recordSchema: noteSchema,
}

/** What everybody may read of notes. Source: A7.1. */
export function openNoteRoutes(app: AppInstance, notes: NotesService): void {
  latestContentRoute(app, { ...resource, querySchema: latestNotesQuerySchema, service: notes })
  openContentRoutes(app, { ...resource, querySchema: noteListQuerySchema, service: notes })
}

/** What staff may do with notes. Source: A7.1. */
export function staffNoteRoutes(app: AppInstance, notes: NotesService, database: OpenDatabase): void {
  staffContentRoutes(app, {
    ...resource,
    inputSchema: noteInputSchema,
    unsavedSchema: unsavedNoteSchema,
    listName: 'notes',
    recordSchema: staffNoteSchema,
    querySchema: staffNoteListQuerySchema,
    database,
    service: notes,
  })
}
