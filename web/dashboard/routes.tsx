import { Navigate } from 'react-router'
import type { RouteObject } from 'react-router'
import { dashboardPaths, paths } from '#contract/paths.ts'
import { NotFoundScreen, RouteErrorScreen } from './chrome/error-screens.tsx'
import { Shell } from './chrome/shell.tsx'
import { FullPageSpinner } from './parts/states.tsx'
import { LoginScreen } from './session/login-screen.tsx'
import { RequireSession } from './session/require-session.tsx'

const contentRoutes: RouteObject[] = [
  {
    path: dashboardPaths.books,
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./books/books-screen.tsx')).BooksScreen }) },
      { path: 'add', lazy: async () => ({ Component: (await import('./books/add-book-screen.tsx')).AddBookScreen }) },
      { path: 'edit/:id', lazy: async () => ({ Component: (await import('./books/edit-book-screen.tsx')).EditBookScreen }) },
    ],
  },
]

/** Every screen of the staff side. Source: staff.md §2. */
export const routes: RouteObject[] = [
  { path: paths.login, Component: LoginScreen, ErrorBoundary: RouteErrorScreen, HydrateFallback: FullPageSpinner },
  {
    Component: RequireSession,
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: FullPageSpinner,
    children: [
      {
        path: dashboardPaths.overview,
        Component: Shell,
        children: [
          {
            ErrorBoundary: RouteErrorScreen,
            children: [...contentRoutes, { index: true, element: <Navigate to={dashboardPaths.books} replace /> }, { path: '*', Component: NotFoundScreen }],
          },
        ],
      },
    ],
  },
]
