export { NotesScreen as List } from './notes-screen.tsx'
export { AddNoteScreen as Add } from './add-note-screen.tsx'
export { EditNoteScreen as Edit } from './edit-note-screen.tsx'
