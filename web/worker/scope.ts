/** Work that the browser waits for before it ends the worker. */
export interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

/** A request of a page. */
export interface AskingEvent extends WorkEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

/** A way past the worker, as browsers know it that have static routes. */
interface StaticRoute {
  condition: { urlPattern: { pathname: string } }
  source: 'network'
}

export interface InstallEvent extends WorkEvent {
  addRoutes?: (routes: StaticRoute[]) => Promise<void>
}

/** What the server writes before the worker's code. */
export interface Shell {
  /** All built files of the site, without the dashboard's. */
  assets: string[]
  /** What is kept at once: the frame of the site, its shelf and what is said without a line. */
  first: string[]
}

/** The part of a service worker's global scope that is used here; the types of browsers' pages lack it. */
interface WorkerScope {
  shell: Shell
  location: Location
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void>; matchAll(wanted: { type: 'window' }): Promise<{ url: string }[]> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', react: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', react: (event: WorkEvent) => void): void
  addEventListener(type: 'fetch', react: (event: AskingEvent) => void): void
  addEventListener(type: 'message', react: (event: WorkEvent) => void): void
}

export const scope = globalThis as unknown as WorkerScope
