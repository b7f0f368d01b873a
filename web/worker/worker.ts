import { paths } from '#contract/paths.ts'
import { answerAsset, dropOldAssets, keepFirst } from './assets.ts'
import { work } from './download.ts'
import { answerFile } from './files.ts'
import { answerPage, keepPages } from './pages.ts'
import { handlingOf, mayBeKept, passedPatterns } from './rules.ts'
import { scope } from './scope.ts'
import type { AskingEvent } from './scope.ts'

/** Whether the device asks for few bytes: then nothing is kept that nobody asked for. */
const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

scope.addEventListener('install', event => {
  const routes = passedPatterns.map(pathname => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }))
  event.addRoutes?.(routes).catch(() => {})
  /* Without room or line for them the new version is still better than the old one. */
  const kept = [keepFirst(), keepPages([paths.shelf, paths.offline], true)]
  event.waitUntil(Promise.allSettled(kept).then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', event => {
  event.waitUntil(
    Promise.all([
      scope.registration.navigationPreload?.enable(),
      dropOldAssets().catch(() => {}),
      scope.clients
        .claim()
        .then(keepOpenPages)
        .catch(() => {}),
    ]),
  )
})

/** The first page of a visitor came before the worker. */
async function keepOpenPages(): Promise<void> {
  if (isSaving()) return
  const open = await scope.clients.matchAll({ type: 'window' })
  const asked = { method: 'GET', mode: 'navigate', accept: '' }
  const pages = open
    .map(({ url }) => url)
    .filter(url => handlingOf({ ...asked, url }, scope.location.origin) === 'page' && mayBeKept(url))
  await keepPages(pages)
}

let isResumed = false

/** What waits is gone on with once in a worker's life, also when the page that asked for it was ended at once. */
function resumeAfter(event: AskingEvent, answer: Promise<Response>): void {
  if (isResumed || event.request.mode !== 'navigate') return
  isResumed = true
  event.waitUntil(answer.then(work, () => {}).catch(() => {}))
}

scope.addEventListener('fetch', event => {
  const { request } = event
  const { method, url, mode, headers } = request
  const asked = { method, url, mode, accept: headers.get('accept') ?? '' }
  const handling = handlingOf(asked, scope.location.origin)
  if (handling === 'page') {
    const answer = answerPage(event, isSaving())
    event.respondWith(answer)
    resumeAfter(event, answer)
  }
  if (handling === 'asset') event.respondWith(answerAsset(request, isSaving()))
  if (handling === 'file') event.respondWith(answerFile(event, isSaving()))
})

/* A page says that there is something to load. */
scope.addEventListener('message', event => event.waitUntil(work().catch(() => {})))
