import '../../styles/site.css'
import { startChrome } from '#web/islands/chrome-behaviour.ts'
import { behaviours, islands } from './registry.ts'
import type { BehaviourName, IslandName } from './registry.ts'

const started = new WeakMap<HTMLElement, Promise<void>>()
const live = new WeakSet<HTMLElement>()

/** Brings an island (React and its code) or a plain behaviour to life, once. */
function wake(element: HTMLElement): Promise<void> {
  const running = started.get(element)
  if (running) return running
  const { island, behaviour } = element.dataset
  const waking = island
    ? Promise.all([import('#web/islands/mount.tsx'), islands[island as IslandName]()]).then(
        ([{ mount }, Component]) => mount(element, Component as Parameters<typeof mount>[1]),
      )
    : behaviours[behaviour as BehaviourName]().then(attach => attach(element))
  const done = waking.then(() => void live.add(element))
  started.set(element, done)
  done.catch(() => started.delete(element))
  return done
}

const hosts = '[data-island],[data-behaviour]'
const closest = (event: Event, selector: string) => (event.target as Element).closest?.<HTMLElement>(selector)

for (const type of ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'change']) {
  addEventListener(
    type,
    event => {
      const host = closest(event, type === 'pointerover' ? '[data-behaviour=list]' : hosts)
      if (host) wake(host).catch(() => {})
    },
    true,
  )
}

/** A press or a submit before the code is there is held back and given to it when it is. */
function holdBack(event: Event, selector: string, again: (target: HTMLElement) => void): void {
  const host = closest(event, hosts)
  const target = closest(event, selector)
  if (!host || !target || live.has(host)) return
  const { href } = target as HTMLAnchorElement
  if (href && !host.dataset.island && !target.dataset.swap) return
  event.preventDefault()
  /* Of a double press the first counts. */
  if ((event as UIEvent).detail > 1) return
  wake(host).then(
    () => again(target),
    () => {
      /* A file is saved, as its link would do it; it must not open in place of the page. */
      if (target.hasAttribute('download')) {
        live.add(host)
        target.click()
      } else if (href) location.assign(href)
      else if (target instanceof HTMLFormElement) target.submit()
    },
  )
}
addEventListener('click', event => {
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (isPlain) holdBack(event, 'a[href],button[type=button]:not([popovertarget])', target => target.click())
})
addEventListener('submit', event => {
  if (closest(event, '[data-island]'))
    holdBack(event, 'form', form => (form as HTMLFormElement).requestSubmit())
})

/* An island says what is wrong in our words; without it the browser does so in its own. */
for (const form of document.querySelectorAll<HTMLFormElement>('[data-island] form')) form.noValidate = true

const observer = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting) wake(target as HTMLElement).catch(() => {})
})
/* Woken when it is seen; what has nothing to do at first names the milliseconds until then. */
for (const element of document.querySelectorAll<HTMLElement>('[data-when]'))
  setTimeout(() => observer.observe(element), Number(element.dataset.when) || 0)

/* A link into a part that is alive wakes it. */
const wakeTarget = () => {
  const host = document.getElementById(location.hash.slice(1))?.closest<HTMLElement>('[data-behaviour]')
  if (host) wake(host).catch(() => {})
}
addEventListener('hashchange', wakeTarget)
wakeTarget()

startChrome(wake)
