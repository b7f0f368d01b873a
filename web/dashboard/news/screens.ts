export { NewsScreen as List } from './news-screen.tsx'
export { AddNewsScreen as Add } from './add-news-screen.tsx'
export { EditNewsScreen as Edit } from './edit-news-screen.tsx'
