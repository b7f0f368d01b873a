import { useEffect } from 'react'
import type { RouteObject } from 'react-router'
import { kinds, kindsInMenus, type Kind } from '#contract/kinds.ts'
import { dashboardPaths, paths } from '#contract/paths.ts'
import { NotFoundScreen, RouteErrorScreen } from './chrome/error-screens.tsx'
import { Shell } from './chrome/shell.tsx'
import { kindScreens } from './kinds.ts'
import { FullPageSpinner } from './parts/states.tsx'
import { LoginScreen } from './session/login-screen.tsx'
import { RequireSession } from './session/require-session.tsx'

/** List, form of a new record and form of a known one. */
function recordScreens(kind: Kind): RouteObject[] {
  const { load } = kindScreens[kind]
  const { dashboardPath } = kinds[kind]
  return [
    { path: dashboardPath, lazy: async () => ({ Component: (await load()).List }) },
    { path: dashboardPaths.add(dashboardPath), lazy: async () => ({ Component: (await load()).Add }) },
    {
      path: dashboardPaths.edit(dashboardPath, ':id'),
      lazy: async () => ({ Component: (await load()).Edit }),
    },
  ]
}

const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./overview/overview-screen.tsx')).OverviewScreen }),
  },
  ...kindsInMenus.flatMap(recordScreens),
  {
    path: dashboardPaths.questions,
    lazy: async () => ({ Component: (await import('./questions/questions-screen.tsx')).QuestionsScreen }),
  },
  {
    path: dashboardPaths.release,
    lazy: async () => ({ Component: (await import('./release/release-screen.tsx')).ReleaseScreen }),
  },
  {
    path: dashboardPaths.ingest,
    lazy: async () => ({ Component: (await import('./ingest/ingest-screen.tsx')).IngestScreen }),
  },
  {
    path: dashboardPaths.coverage,
    lazy: async () => ({ Component: (await import('./coverage/coverage-screen.tsx')).CoverageScreen }),
  },
  {
    path: dashboardPaths.auditLog,
    lazy: async () => ({ Component: (await import('./audit-log/audit-log-screen.tsx')).AuditLogScreen }),
  },
  {
    path: dashboardPaths.trash,
    lazy: async () => ({ Component: (await import('./trash/trash-screen.tsx')).TrashScreen }),
  },
  {
    path: dashboardPaths.visits,
    lazy: async () => ({ Component: (await import('./visits/visits-screen.tsx')).VisitsScreen }),
  },
  {
    path: dashboardPaths.examDates,
    lazy: async () => ({ Component: (await import('./exam-dates/exam-dates-screen.tsx')).ExamDatesScreen }),
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
    path: dashboardPaths.jobs,
    lazy: async () => ({ Component: (await import('./jobs/jobs-screen.tsx')).JobsScreen }),
  },
  {
    path: dashboardPaths.users,
    lazy: async () => ({ Component: (await import('./users/users-screen.tsx')).UsersScreen }),
  },
  {
    path: dashboardPaths.system,
    lazy: async () => ({ Component: (await import('./system/system-screen.tsx')).SystemScreen }),
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
  await whenIdle()
  if (!signal.aborted) await preloadTransfer().catch(() => undefined)
}

async function preloadTransfer(): Promise<void> {
  const { preloadResumableTransfer } = await import('./uploads/resumable-transfer.ts')
  await preloadResumableTransfer()
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
