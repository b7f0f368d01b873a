import { act, createElement, type FunctionComponent, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

/** A browser's storage in memory; `refuse` makes it as one that has no room or gives no permission. */
export class FakeStorage {
  [key: string]: unknown
  declare refuse: () => void

  constructor() {
    let isRefusing = false
    const texts = new Map<string, string>()
    const check = () => {
      if (isRefusing) throw new DOMException('refused', 'QuotaExceededError')
    }
    const methods = {
      refuse: () => void (isRefusing = true),
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => {
        check()
        texts.set(key, text)
        this[key] = text
      },
      removeItem: (key: string) => {
        check()
        texts.delete(key)
        delete this[key]
      },
    }
    for (const [name, value] of Object.entries(methods))
      Object.defineProperty(this, name, { value, enumerable: false })
  }
}

/** React asks whether what has the focus is one; here nothing ever has it. */
class Frame {
  readonly localName = 'iframe'
}

/** What browser code finds around it when a test has no browser: events, storage, a document without elements. */
export function openPage(): { storage: FakeStorage; window: EventTarget } {
  const storage = new FakeStorage()
  const window = Object.assign(new EventTarget(), { HTMLIFrameElement: Frame, event: undefined })
  const document = Object.assign(new EventTarget(), {
    nodeType: 9,
    visibilityState: 'visible',
    defaultView: window,
    activeElement: null,
    body: null,
    getElementById: () => null,
    querySelectorAll: () => [],
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  return { storage, window }
}

interface RunningHook<Result> {
  /** What the hook gave when it was last rendered. */
  readonly current: Result
  /** Does something that changes what the hook gives. */
  act(work: () => unknown): Promise<void>
  close(): Promise<void>
}

/** Runs a hook inside of `around`, on a page of `openPage`. */
export async function runHook<Result>(
  hook: () => Result,
  around: (probe: ReactNode) => ReactNode = probe => probe,
): Promise<RunningHook<Result>> {
  const results: Result[] = []
  const Probe: FunctionComponent = () => {
    results.push(hook())
    return null
  }
  // React never puts anything into it, since the probe shows nothing.
  const container = Object.assign(new EventTarget(), {
    nodeType: 1,
    tagName: 'DIV',
    namespaceURI: 'http://www.w3.org/1999/xhtml',
    ownerDocument: document,
    textContent: '',
  })
  const root = createRoot(container as unknown as Element)
  const run = (work: () => unknown) =>
    act(async () => {
      await work()
    })
  await run(() => root.render(around(createElement(Probe))))
  return {
    get current() {
      const last = results.at(-1)
      if (last === undefined) throw new Error('The hook has not been rendered.')
      return last
    },
    act: run,
    close: () => run(() => root.unmount()),
  }
}
