import { examNumberIn } from '#contract/exam-number.ts'
import { limits } from '#contract/limits.ts'
import { ask } from '#web/ask.ts'

type HistoryStep = 'replace' | 'push' | 'none'

/**
 * Filters, page numbers and folders without a reload: fetches the same address that the form or link names, and
 * takes the marked regions out of the answer. The server stays the only one that renders.
 *
 * Marks: `[data-region=name]` what is exchanged, wherever it stands in the page, `[data-results]` the region that
 * shows the wait and the failure, `a[data-swap=push|replace]` links to follow, `template[data-waiting]`,
 * `template[data-failed]` and `template[data-offline]` the looks of both.
 */
export function attachList(root: HTMLElement): void {
  const form = root.querySelector('form')
  let running: AbortController | undefined
  let shown = location.href
  let isFailed = false
  let timer = 0

  const results = () => root.querySelector<HTMLElement>('[data-results]')
  const showTemplate = (name: string) => {
    const template = root.querySelector<HTMLTemplateElement>(`template[data-${name}]`)
    if (template) results()?.replaceChildren(template.content.cloneNode(true))
    /* The count was that of another list. */
    root.querySelector('[data-region=status]')?.replaceChildren()
  }

  const show = async (address: string, step: HistoryStep) => {
    running?.abort()
    const mine = new AbortController()
    running = mine
    shown = address
    isFailed = false
    if (step === 'replace') history.replaceState(null, '', address)
    if (step === 'push') history.pushState(null, '', address)
    root.setAttribute('aria-busy', 'true')
    showTemplate('waiting')
    try {
      const answer = await ask(address, { signal: mine.signal, headers: { accept: 'text/html' } })
      if (!answer.ok) throw new Error(String(answer.status))
      /* A copy that the device kept says how old it is, as a whole page. */
      if (answer.headers.has('x-kept-at')) return location.replace(address)
      const focused = document.activeElement?.closest('[data-region]') && document.activeElement?.id
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
      for (const region of document.querySelectorAll<HTMLElement>('[data-region]')) {
        const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`)
        if (fresh) region.replaceChildren(...fresh.childNodes)
      }
      document.title = next.title
      /* What had the focus was exchanged for its like. */
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
    } catch {
      if (running === mine) {
        isFailed = true
        showTemplate(navigator.onLine ? 'failed' : 'offline')
      }
    }
    if (running === mine) root.removeAttribute('aria-busy')
  }

  const addressOfForm = () => {
    const address = new URL(form?.action ?? location.pathname, location.href)
    address.search = ''
    for (const [name, value] of form ? new FormData(form) : []) {
      const text = String(value).trim()
      if (text) address.searchParams.set(name, text)
    }
    return address.href
  }
  const fillForm = (address: string) => {
    const values = new URL(address).searchParams
    for (const field of form?.elements ?? []) {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = values.get(field.name) ?? ''
      }
    }
  }
  /* An exam number goes into no address: the form sends it, when it is told to. */
  const hasNumber = () =>
    form?.method === 'post' && [...new FormData(form).values()].some(value => examNumberIn(String(value)))
  const applyForm = () => {
    clearTimeout(timer)
    if (hasNumber()) return
    const address = addressOfForm()
    if (address !== shown) void show(address, 'replace')
  }

  form?.addEventListener('change', applyForm)
  form?.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(applyForm, limits.searchDelayMs)
  })
  form?.addEventListener('submit', event => {
    if (hasNumber()) return
    event.preventDefault()
    applyForm()
  })
  root.addEventListener('click', event => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const target = event.target as Element
    if (target.closest('[data-retry]')) void show(shown, 'none')
    const link = target.closest<HTMLAnchorElement>('a:is([data-swap=push],[data-swap=replace])')
    if (!link) return
    event.preventDefault()
    const isPush = link.dataset.swap === 'push'
    fillForm(link.href)
    void show(link.href, isPush ? 'push' : 'replace')
    if (!isPush) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' })
    results()?.focus({ preventScroll: true })
  })
  addEventListener('online', () => void (isFailed && show(shown, 'none')))
  addEventListener('popstate', () => {
    /* The entry of an open search dialog has the address of its page. */
    if (location.href === shown) return
    fillForm(location.href)
    void show(location.href, 'none')
  })

  const isChanged = [...(form?.elements ?? [])].some(
    field =>
      (field instanceof HTMLInputElement && field.value !== field.defaultValue) ||
      (field instanceof HTMLSelectElement && !field.selectedOptions[0]?.defaultSelected),
  )
  if (isChanged) applyForm()
}
