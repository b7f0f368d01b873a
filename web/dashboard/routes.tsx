import { useEffect } from 'react'
import type { RouteObject } from 'react-router'
import { dashboardPaths, paths } from '#contract/paths.ts'
import { NotFoundScreen, RouteErrorScreen } from './chrome/error-screens.tsx'
import { Shell } from './chrome/shell.tsx'
import { FullPageSpinner } from './parts/states.tsx'
import { LoginScreen } from './session/login-screen.tsx'
import { RequireSession } from './session/require-session.tsx'

const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./overview/overview-screen.tsx')).OverviewScreen }),
  },
  {
    path: dashboardPaths.news,
    lazy: async () => ({ Component: (await import('./news/news-screen.tsx')).NewsScreen }),
  },
  {
    path: dashboardPaths.add(dashboardPaths.news),
    lazy: async () => ({ Component: (await import('./news/add-news-screen.tsx')).AddNewsScreen }),
  },
  {
    path: dashboardPaths.edit(dashboardPaths.news, ':id'),
    lazy: async () => ({ Component: (await import('./news/edit-news-screen.tsx')).EditNewsScreen }),
  },
  {
    path: dashboardPaths.books,
    lazy: async () => ({ Component: (await import('./books/books-screen.tsx')).BooksScreen }),
  },
  {
    path: dashboardPaths.add(dashboardPaths.books),
    lazy: async () => ({ Component: (await import('./books/add-book-screen.tsx')).AddBookScreen }),
  },
  {
    path: dashboardPaths.edit(dashboardPaths.books, ':id'),
    lazy: async () => ({ Component: (await import('./books/edit-book-screen.tsx')).EditBookScreen }),
  },
  {
    path: dashboardPaths.notes,
    lazy: async () => ({ Component: (await import('./notes/notes-screen.tsx')).NotesScreen }),
  },
  {
    path: dashboardPaths.add(dashboardPaths.notes),
    lazy: async () => ({ Component: (await import('./notes/add-note-screen.tsx')).AddNoteScreen }),
  },
  {
    path: dashboardPaths.edit(dashboardPaths.notes, ':id'),
    lazy: async () => ({ Component: (await import('./notes/edit-note-screen.tsx')).EditNoteScreen }),
  },
  {
    path: dashboardPaths.results,
    lazy: async () => ({ Component: (await import('./results/results-screen.tsx')).ResultsScreen }),
  },
  {
    path: dashboardPaths.add(dashboardPaths.results),
    lazy: async () => ({ Component: (await import('./results/add-result-screen.tsx')).AddResultScreen }),
  },
  {
    path: dashboardPaths.edit(dashboardPaths.results, ':id'),
    lazy: async () => ({ Component: (await import('./results/edit-result-screen.tsx')).EditResultScreen }),
  },
  {
    path: dashboardPaths.exams,
    lazy: async () => ({ Component: (await import('./exams/exams-screen.tsx')).ExamsScreen }),
  },
  {
    path: dashboardPaths.add(dashboardPaths.exams),
    lazy: async () => ({ Component: (await import('./exams/add-exam-screen.tsx')).AddExamScreen }),
  },
  {
    path: dashboardPaths.edit(dashboardPaths.exams, ':id'),
    lazy: async () => ({ Component: (await import('./exams/edit-exam-screen.tsx')).EditExamScreen }),
  },
  {
    path: dashboardPaths.auditLog,
    lazy: async () => ({ Component: (await import('./audit-log/audit-log-screen.tsx')).AuditLogScreen }),
  },
  {
    path: dashboardPaths.visits,
    lazy: async () => ({ Component: (await import('./visits/visits-screen.tsx')).VisitsScreen }),
  },
  {
    path: dashboardPaths.inbox,
    lazy: async () => ({ Component: (await import('./inbox/inbox-screen.tsx')).InboxScreen }),
  },
  {
    path: dashboardPaths.uploads,
    lazy: async () => ({ Component: (await import('./uploads/uploads-screen.tsx')).UploadsScreen }),
  },
  {
    path: dashboardPaths.users,
    lazy: async () => ({ Component: (await import('./users/users-screen.tsx')).UsersScreen }),
  },
  {
    path: dashboardPaths.settings,
    lazy: async () => ({ Component: (await import('./settings/settings-screen.tsx')).SettingsScreen }),
  },
  {
    path: dashboardPaths.account,
    lazy: async () => ({ Component: (await import('./account/account-screen.tsx')).AccountScreen }),
  },
  {
    path: dashboardPaths.api,
    lazy: async () => ({
      Component: (await import('./api-reference/api-reference-screen.tsx')).ApiReferenceScreen,
    }),
  },
  { path: '*', Component: NotFoundScreen },
]

/** The frame; while nothing else is to do it fetches the code of every screen, which is then there without a line. */
function Dashboard() {
  useEffect(() => {
    const stop = new AbortController()
    void preloadScreens(stop.signal)
    return () => stop.abort()
  }, [])
  return <Shell />
}

function whenIdle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 100)
  })
}

async function preloadScreens(signal: AbortSignal): Promise<void> {
  for (const { lazy } of screens) {
    await whenIdle()
    if (signal.aborted) return
    // A screen that cannot be had now is asked for again when it is opened, and says so there.
    if (typeof lazy === 'function') await lazy().catch(() => undefined)
  }
}

/** Every screen of the staff side. Source: S2.3. */
export const routes: RouteObject[] = [
  {
    path: paths.login,
    Component: LoginScreen,
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: FullPageSpinner,
  },
  {
    Component: RequireSession,
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: FullPageSpinner,
    children: [
      {
        path: dashboardPaths.overview,
        Component: Dashboard,
        children: [{ ErrorBoundary: RouteErrorScreen, children: screens }],
      },
    ],
  },
]
