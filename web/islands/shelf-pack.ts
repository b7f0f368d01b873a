import { isMinisterialGradeCode, isGradeCode } from '#contract/codes/grades.ts'
import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import { branchesOfGrade, gradePages } from '#contract/grade-pages.ts'
import type { SeasonPack } from '#contract/resources/season-pack.ts'
import { isKeptAs, sizeOf } from '#web/shelf/shelf-item.ts'
import type { ShelfFacts } from '#web/shelf/shelf-item.ts'
import { keep, readShelf, savePack } from '#web/shelf/shelf.ts'
import { tellWorker } from '#web/shelf/worker-line.ts'
import { addressOfPack, factsOfPack, readPack } from './shelf-renew.ts'

/** The bytes of some things without those that are on the device already. */
async function bytesToLoad(facts: readonly ShelfFacts[]): Promise<number> {
  const { items, files } = await readShelf()
  const kept = new Map(items.map(item => [item.id, item]))
  const wanted = facts.filter(each => !isKeptAs(kept.get(each.id), each))
  const all = new Map(wanted.flatMap(each => each.files).map(file => [file.sha256, file.size]))
  return [...all].reduce((sum, [sha256, size]) => sum + (files.get(sha256)?.isWhole ? 0 : size), 0)
}

/** One press that puts the books and exams of a grade on the shelf, with the notes that were chosen; its size is told first. */
export function attachPack(root: HTMLElement, changed: () => void): void {
  const form = root.querySelector<HTMLFormElement>('form[data-pack]')
  const total = form?.querySelector<HTMLElement>('[data-slot=total]')
  const notes = form?.querySelector<HTMLElement>('[data-slot=notes]')
  const button = form?.querySelector('button')
  if (!form || !total || !notes || !button) return
  const title = form.querySelector('[data-slot=pack-title]')
  let pack: SeasonPack | undefined
  let address = ''

  const chosen = () => {
    const ids = new Set(new FormData(form).getAll('note').map(String))
    return factsOfPack(pack?.notes.filter(({ id }) => ids.has(id)) ?? [])
  }
  const facts = () => (pack ? [...factsOfPack(pack.records), ...chosen()] : [])

  const showTotal = async () => {
    const all = facts()
    const bytes = await bytesToLoad(all)
    button.disabled = bytes === 0
    button.hidden = all.length > 0 && bytes === 0
    if (all.length === 0) total.textContent = 'لا ملفات لهذا الصف بعد.'
    else if (bytes === 0) total.textContent = 'كل هذه الحزمة على جهازك.'
    else
      total.textContent = `${formatCount(all.length, countedNouns.record)} · ${formatFileSize(bytes)} للتنزيل`
  }

  const look = async () => {
    showFields(form)
    pack = undefined
    button.disabled = true
    notes.hidden = true
    total.textContent = ''
    const asked = addressOfPack(new FormData(form))
    address = asked ?? ''
    if (!asked) return
    total.textContent = 'نحسب حجمها…'
    const found = await readPack(asked).catch(() => undefined)
    /* Another grade was chosen meanwhile. */
    if (asked !== address) return
    pack = found
    if (!pack) {
      total.textContent = 'تعذر الوصول إلى الحزمة. تأكد من الاتصال ثم اختر صفك من جديد.'
      return
    }
    title?.replaceChildren(pack.label)
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
      await tellWorker()
    } catch {
      total.textContent = 'تعذر حفظ الحزمة على هذا الجهاز. أعد المحاولة.'
      button.disabled = false
    }
  })
  takeKeptGrade(form)
  /* Without a line there is nothing to take. */
  const show = () => {
    form.hidden = !navigator.onLine
    if (navigator.onLine && !pack) void look()
  }
  for (const type of ['online', 'offline']) addEventListener(type, show)
  show()
}

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLSelectElement>(`select[name=${name}]`)

/** The grade that this device keeps is the one whose pack is wanted. */
function takeKeptGrade(form: HTMLFormElement): void {
  let kept = ''
  try {
    kept = localStorage.getItem('grade') ?? ''
  } catch {
    /* A browser that keeps nothing has no grade. */
  }
  const own = gradePages.find(({ path }) => path.endsWith(`/${kept}`))
  const stage = fieldOf(form, 'stage')
  const branch = fieldOf(form, 'branch')
  if (!kept || !own || !stage || stage.value) return
  form.querySelector('details[data-slot=choice]')?.removeAttribute('open')
  stage.value = own.grade
  if (branch) branch.value = own.branch ?? ''
}

/** Only what the grade has is asked for: branches, exams of the ministry. */
function showFields(form: HTMLFormElement): void {
  const grade = fieldOf(form, 'stage')?.value ?? ''
  const isGrade = isGradeCode(grade)
  const shown = {
    branch: isGrade && branchesOfGrade(grade).length > 0,
    years: isGrade && isMinisterialGradeCode(grade),
  }
  for (const [name, isShown] of Object.entries(shown)) {
    const field = fieldOf(form, name)
    const label = field?.closest('label')
    if (!field || !label) continue
    label.hidden = !isShown
    if (name === 'branch') field.disabled = !isShown
  }
}

function lineOfNote(note: SeasonPack['notes'][number]): HTMLElement {
  const [facts] = factsOfPack([note])
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
