export { BooksScreen as List } from './books-screen.tsx'
export { AddBookScreen as Add } from './add-book-screen.tsx'
export { EditBookScreen as Edit } from './edit-book-screen.tsx'
