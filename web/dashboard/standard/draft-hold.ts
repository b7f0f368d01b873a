/** A draft that this tab alone writes. It is free again when the tab ends, also by a crash. */
export interface DraftHold {
  release: () => void
}

interface HoldOptions {
  /** Takes it from the tab that has it; otherwise a held draft stays there. */
  take?: boolean
  /** Another tab has taken the draft over. */
  onLost: () => void
}

const prefix = 'rafid.draft.'
const channelName = 'rafid.drafts'
/** How long a tab waits for another one to say that it holds a draft, where locks cannot tell. */
const answerMs = 200

/** Browsers offer locks on secure pages only; elsewhere the tabs ask each other. */
function locks(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks
}

/** Holds a draft for this tab; undefined when another tab has it. */
export function holdDraft(name: string, options: HoldOptions): Promise<DraftHold | undefined> {
  const manager = locks()
  return manager ? holdByLock(manager, name, options) : holdByAsking(name, options)
}

/** Those of the drafts that another tab holds. */
export async function listHeldElsewhere(names: string[]): Promise<Set<string>> {
  const manager = locks()
  if (!manager) {
    const answers = await Promise.all(names.map(async name => ((await isHeldElsewhere(name)) ? [name] : [])))
    return new Set(answers.flat())
  }
  const ownBefore = new Set(own.keys())
  const { held = [] } = await manager.query()
  const taken = new Set(held.map(lock => lock.name))
  return new Set(names.filter(name => taken.has(prefix + name) && !ownBefore.has(name) && !own.has(name)))
}

/** The drafts that this tab holds, and whom to tell when one is taken. */
const own = new Map<string, () => void>()

function forget(name: string, onLost: () => void): void {
  if (own.get(name) === onLost) own.delete(name)
}

function holdByLock(
  manager: LockManager,
  name: string,
  { take, onLost }: HoldOptions,
): Promise<DraftHold | undefined> {
  return new Promise((resolve, reject) => {
    let isHeld = false
    let release = () => {}
    const released = new Promise<void>(finish => {
      release = () => {
        isHeld = false
        finish()
      }
    })
    manager
      .request(prefix + name, take ? { steal: true } : { ifAvailable: true }, lock => {
        if (!lock) {
          resolve(undefined)
          return undefined
        }
        isHeld = true
        own.set(name, onLost)
        resolve({ release })
        return released
      })
      // Until the lock is gone it is still ours, also while the browser gives it back.
      .then(() => forget(name, onLost))
      .catch((error: unknown) => {
        if (!isHeld) return reject(error instanceof Error ? error : new Error('The draft could not be held'))
        forget(name, onLost)
        onLost()
      })
  })
}

type Message = { about: 'who' | 'held' | 'taken'; name: string }
let channel: BroadcastChannel | undefined

function openChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const onLost = own.get(data.name)
    if (!onLost) return
    if (data.about === 'who') say({ about: 'held', name: data.name })
    if (data.about === 'taken') {
      own.delete(data.name)
      onLost()
    }
  })
  return channel
}

function say(message: Message): void {
  openChannel()?.postMessage(message)
}

function isHeldElsewhere(name: string): Promise<boolean> {
  const line = openChannel()
  if (!line) return Promise.resolve(false)
  return new Promise(resolve => {
    const finish = (isHeld: boolean) => {
      clearTimeout(timer)
      line.removeEventListener('message', hear)
      resolve(isHeld)
    }
    const hear = ({ data }: MessageEvent<Message>) => {
      if (data.about === 'held' && data.name === name) finish(true)
    }
    const timer = setTimeout(() => finish(false), answerMs)
    line.addEventListener('message', hear)
    say({ about: 'who', name })
  })
}

async function holdByAsking(name: string, { take, onLost }: HoldOptions): Promise<DraftHold | undefined> {
  if (take) say({ about: 'taken', name })
  else if (await isHeldElsewhere(name)) return undefined
  openChannel()
  own.set(name, onLost)
  return { release: () => forget(name, onLost) }
}
