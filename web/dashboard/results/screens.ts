export { ResultsScreen as List } from './results-screen.tsx'
export { AddResultScreen as Add } from './add-result-screen.tsx'
export { EditResultScreen as Edit } from './edit-result-screen.tsx'
