import { systemActor } from '#server/staff/session/actor.ts'
import type { DemoPart } from '../demo-part.ts'
import { titlesIn } from '../demo-state.ts'
import { demoNotes, type DemoNote } from './demo-notes.ts'

export const notes: DemoPart<DemoNote> = {
  list: demoNotes,

  async plan(items, { services, db, draw, store }) {
    const written = await titlesIn(db, 'notes')
    return items
      .filter(note => !written.has(note.input.title))
      .map(note => ({
        createdAt: note.createdAt,
        async act() {
          const image = note.hasCover ? await store(await draw('drawNoteCover', note), 'image') : undefined
          const directLink = await store(await draw('drawNotePdf', note), 'pdf')
          const input = { ...note.input, image, directLink }
          await services.notes.create(input, systemActor, { at: note.createdAt })
        },
      }))
  },
}
