import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SeasonPack } from '#contract/resources/season-pack.ts'
import { ask } from '#web/ask.ts'
import { factsOfRecord } from '#web/shelf/record-facts.ts'
import { sizeOf } from '#web/shelf/shelf-item.ts'
import type { ShelfFacts } from '#web/shelf/shelf-item.ts'
import { changeItem, keep, readPacks, readShelf, savePack } from '#web/shelf/shelf.ts'
import { tellWorker } from '#web/shelf/worker-line.ts'

async function readPack(address: string): Promise<SeasonPack> {
  const answer = await ask(address)
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { data: SeasonPack }).data
}

const factsOf = (records: SeasonPack['records']) =>
  records.map(({ kind, files, ...record }) => factsOfRecord(kind, { ...record, pages: files }))

/** The bytes of some things without those that are on the device already. */
async function bytesToLoad(facts: readonly ShelfFacts[]): Promise<number> {
  const { files } = await readShelf()
  const all = new Map(facts.flatMap(each => each.files).map(file => [file.sha256, file.size]))
  return [...all].reduce((sum, [sha256, size]) => sum + (files.get(sha256)?.isWhole ? 0 : size), 0)
}

/** One press that puts the books and exams of a grade on the shelf, with the notes that were chosen; its size is told first. */
export function attachPack(root: HTMLElement, changed: () => void): void {
  const form = root.querySelector<HTMLFormElement>('form[data-pack]')
  const total = form?.querySelector<HTMLElement>('[data-slot=total]')
  const notes = form?.querySelector<HTMLElement>('[data-slot=notes]')
  const button = form?.querySelector('button')
  if (!form || !total || !notes || !button) return
  let pack: SeasonPack | undefined
  let address = ''

  const chosen = () => {
    const ids = new Set(new FormData(form).getAll('note').map(String))
    return factsOf(pack?.notes.filter(({ id }) => ids.has(id)) ?? [])
  }
  const facts = () => (pack ? [...factsOf(pack.records), ...chosen()] : [])

  const showTotal = async () => {
    const all = facts()
    const bytes = await bytesToLoad(all)
    button.disabled = all.length === 0
    if (all.length === 0) total.textContent = 'لا ملفات لهذا الصف بعد.'
    else if (bytes === 0) total.textContent = 'كل هذه الحزمة على جهازك.'
    else
      total.textContent = `${formatCount(all.length, countedNouns.record)} · ${formatFileSize(bytes)} للتنزيل`
  }

  const look = async () => {
    const wanted = new FormData(form)
    const stage = String(wanted.get('stage') ?? '')
    pack = undefined
    button.disabled = true
    notes.hidden = true
    total.textContent = ''
    if (!stage) return
    const query = new URLSearchParams({ stage, years: String(wanted.get('years') ?? limits.usualPackYears) })
    const branch = String(wanted.get('branch') ?? '')
    if (branch) query.set('branch', branch)
    address = `${apiPaths.seasonPack}?${query}`
    total.textContent = 'نحسب حجمها…'
    try {
      pack = await readPack(address)
    } catch {
      total.textContent = 'تعذر الوصول إلى الحزمة. تأكد من الاتصال ثم اختر صفك من جديد.'
      return
    }
    const list = notes.querySelector('ul')
    list?.replaceChildren(...pack.notes.map(lineOfNote))
    notes.hidden = pack.notes.length === 0
    await showTotal()
  }

  form.addEventListener('change', event => {
    const isNote = (event.target as HTMLInputElement).name === 'note'
    void (isNote ? showTotal() : look())
  })
  form.addEventListener('submit', async event => {
    event.preventDefault()
    if (!pack) return
    button.disabled = true
    const all = facts()
    try {
      const ids = chosen().map(({ id }) => id.split(':')[1] ?? '')
      await savePack({ id: address, label: pack.label, address, notes: ids, checkedAt: Date.now() })
      await keep(all, address)
      changed()
      total.textContent = `أُضيفت ${pack.label} إلى رفّك، وتنزل الآن.`
      await tellWorker(all.map(({ page }) => page))
    } catch {
      total.textContent = 'تعذر حفظ الحزمة على هذا الجهاز. أعد المحاولة.'
      button.disabled = false
    }
  })
  void look()
}

function lineOfNote(note: SeasonPack['notes'][number]): HTMLElement {
  const [facts] = factsOf([note])
  const line = document.createElement('li')
  const label = document.createElement('label')
  const box = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    name: 'note',
    value: note.id,
  })
  const title = Object.assign(document.createElement('bdi'), { textContent: note.title })
  const about = Object.assign(document.createElement('span'), {
    className: 'muted',
    textContent: [note.teacher, facts && formatFileSize(sizeOf(facts))].filter(Boolean).join(' · '),
  })
  label.append(box, title, about)
  line.append(label)
  return line
}

/** Compares the packs that were taken with what they hold now: only what changed is offered, and nothing is loaded unasked. */
export async function renewPacks(): Promise<void> {
  for (const kept of await readPacks()) {
    if (kept.checkedAt > Date.now() - limits.shelfUpdateCheckMs) continue
    const pack = await readPack(kept.address)
    const { items } = await readShelf()
    const now = [...factsOf(pack.records), ...factsOf(pack.notes.filter(({ id }) => kept.notes.includes(id)))]
    for (const facts of now) {
      const item = items.find(({ id }) => id === facts.id)
      const isSame =
        item?.files.map(file => file.sha256).join() === facts.files.map(file => file.sha256).join()
      if (item)
        await changeItem(item.id, () => ({ checkedAt: Date.now(), ...(isSame ? {} : { newer: facts }) }))
    }
    await savePack({ ...kept, checkedAt: Date.now() })
  }
}
