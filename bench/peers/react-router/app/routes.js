import { route } from '@react-router/dev/routes'

export default [route('books/primary', './page.jsx')]
