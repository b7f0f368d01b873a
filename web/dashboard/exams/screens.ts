export { ExamsScreen as List } from './exams-screen.tsx'
export { AddExamScreen as Add } from './add-exam-screen.tsx'
export { EditExamScreen as Edit } from './edit-exam-screen.tsx'
