import { countedNouns, formatCount, formatSince } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { ask } from '#web/ask.ts'

/**
 * Follows what changes while a page is open: asks the small address in `data-live`, and when its count and `changedAt`
 * are not those of `data-state` takes the region out of the page's own address. Says in `[data-age]` how old what is shown is;
 * asks nothing while the page is not looked at.
 */
export function attachLive(root: HTMLElement): void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  const everyMs = connection?.saveData ? limits.liveSavingMs : limits.liveMs
  /* A copy that was kept by the device says since when. */
  const keptAt = document.querySelector<HTMLElement>('[data-kept-at]')?.dataset.keptAt
  let askedAt = keptAt ? Date.parse(keptAt) : Date.now()
  let isOld = keptAt !== undefined
  let timer = 0

  const get = async (address: string, accept: string) => {
    /* Who stands between may keep it for a while; this browser asks whether it still holds. */
    const answer = await ask(address, { headers: { accept }, cache: 'no-cache' })
    /* A copy that the device kept is no news. */
    if (!answer.ok || answer.headers.has('x-kept-at')) throw new Error(String(answer.status))
    return answer
  }

  const renew = async () => {
    const page = await (await get(location.href, 'text/html')).text()
    const fresh = new DOMParser()
      .parseFromString(page, 'text/html')
      .querySelector<HTMLElement>(`[data-region="${root.dataset.region}"]`)
    if (!fresh) return
    root.replaceChildren(...fresh.childNodes)
    root.dataset.state = fresh.dataset.state
  }

  const sayAge = () => {
    const age = root.querySelector('[data-age]')
    const ageMs = Date.now() - askedAt
    const seconds = Math.max(1, Math.round(ageMs / 1000))
    const text =
      seconds < 60 ? `قبل ${formatCount(seconds, countedNouns.second)}` : formatSince(new Date(askedAt))
    if (age) {
      age.textContent = isOld ? `كما كانت ${text}` : text
      age.classList.toggle('is-old', isOld)
    }
  }

  const look = async () => {
    if (document.hidden) return
    try {
      const { data } = (await (await get(root.dataset.live ?? '', 'application/json')).json()) as {
        data: { announced: number; changedAt: string | null }
      }
      if (`${data.announced} ${data.changedAt}` !== root.dataset.state) await renew()
      askedAt = Date.now()
      isOld = false
    } catch {
      isOld = true
    }
    sayAge()
  }
  const lookAgain = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void look().finally(lookAgain), everyMs)
  }
  const lookNow = () => void look().finally(lookAgain)
  document.addEventListener('visibilitychange', lookNow)
  addEventListener('online', lookNow)
  setInterval(sayAge, 1000)
  lookNow()
}
