import { paths } from '#contract/paths.ts'
import { isKeepable, NothingToKeepError, readFacts } from '#web/shelf/record-facts.ts'
import { changeItem, keep, readShelf } from '#web/shelf/shelf.ts'
import { canKeep, tellWorker } from '#web/shelf/worker-line.ts'
import { attachShelfMark } from './shelf-mark.ts'

/** Tells the other parts of this page that the shelf changed. */
export function tellPage(): void {
  document.dispatchEvent(new Event('shelf'))
}

/** Says a sentence at the foot of the page, with the way to the shelf. */
export function say(text: string): void {
  let notice = document.querySelector<HTMLElement>('.shelf-notice')
  if (!notice) {
    notice = Object.assign(document.createElement('p'), { className: 'shelf-notice' })
    notice.setAttribute('role', 'alert')
    document.body.append(notice)
  }
  const link = Object.assign(document.createElement('a'), { href: paths.shelf, textContent: 'افتح رفّي' })
  notice.replaceChildren(`${text} `, link)
}

function whyNot(error: unknown): string {
  if (error instanceof NothingToKeepError) return 'لا ملف له عندنا يُحفظ على جهازك.'
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'امتلأت مساحة الجهاز، ولم يضع مما على رفّك شيء.'
  return 'تعذر الحفظ الآن. تأكد من الاتصال ثم أعد المحاولة.'
}

/** A button that puts a record on the shelf, holds its loading, or leads to it. */
export function attachKeep(button: HTMLElement): void {
  attachShelfMark()
  const id = button.dataset.shelved ?? ''
  const [kind = '', record = ''] = id.split(':')
  const press = async () => {
    if (!canKeep()) return say('الحفظ للقراءة بلا إنترنت غير متاح في متصفحك الآن. حمّل الملف بدلاً من ذلك.')
    const { items } = await readShelf()
    const state = items.find(item => item.id === id)?.state
    if (state === 'kept' || state === 'full') return location.assign(paths.shelf)
    if (state === 'wanted' || state === 'paused') {
      await changeItem(id, () => ({ state: state === 'paused' ? 'wanted' : 'paused' }))
    } else if (isKeepable(kind)) {
      button.dataset.state = 'wanted'
      const facts = await readFacts(kind, record)
      await keep([facts])
      tellPage()
      return tellWorker()
    }
    tellPage()
    if (state === 'paused') await tellWorker()
  }
  button.addEventListener('click', () => {
    press().catch((error: unknown) => {
      delete button.dataset.state
      tellPage()
      say(whyNot(error))
    })
  })
}
