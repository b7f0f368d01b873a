import { branchLabels } from '#contract/codes/branches.ts'
import { formatDigits, formatPlainNumber, latinDigits } from '#contract/format.ts'
import type { LookupMatch, NumberBucket } from '#contract/resources/lookup.ts'
import { sheetPageAddress } from '#contract/sheet-address.ts'
import { ask } from '#web/ask.ts'
import { layOutRow } from '#web/school/row-pieces.ts'
import { takeOver } from '#web/ui/handed-number.ts'
import { rememberRow } from './own-row-place.ts'
import type { FoundRow } from './row-picture.ts'

const svgNames = 'http://www.w3.org/2000/svg'
const hexDigits = 16

async function hashOf(number: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(number)))
  return [...digest.subarray(0, hexDigits / 2)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Where a number stands, by the buckets of its release: only the first digits of its hash are ever asked for. */
async function find(number: string, root: HTMLElement): Promise<FoundRow[]> {
  const { numbers = '', version, digits: fewest } = root.dataset
  const hash = await hashOf(number)
  for (let digits = Number(fewest ?? 1); digits <= hexDigits;) {
    const prefix = hash.slice(0, digits)
    const answer = await ask(`${numbers}${prefix}.json${version ? `?v=${version}` : ''}`)
    if (answer.status === 404) return []
    if (!answer.ok) throw new Error(String(answer.status))
    const bucket = (await answer.json()) as NumberBucket
    if (bucket.longer === undefined) {
      return bucket.numbers.flatMap(([rest, place, row]) => {
        const match = bucket.pages[place]
        return match && prefix + rest === hash ? [{ match, row }] : []
      })
    }
    digits = bucket.longer
  }
  return []
}

function svg(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(svgNames, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

function drawRow(picture: NonNullable<LookupMatch['picture']>): { drawn: SVGElement; isWhole: boolean } {
  const { width, height, pieces, isWhole } = layOutRow(picture)
  const label = { role: 'img', 'aria-label': 'سطرك كما في ورقة المدرسة' }
  const drawn = svg('svg', { viewBox: `0 0 ${width} ${height}`, ...label })
  for (const { from, at } of pieces) {
    const viewBox = `${from.x} ${from.y} ${from.width} ${from.height}`
    const piece = svg('svg', { ...at, width: from.width, height: from.height, viewBox })
    piece.append(svg('image', { href: picture.url, width: picture.width, height: picture.height }))
    drawn.append(piece)
  }
  return { drawn, isWhole }
}

/** Whether the device's own way of sharing takes pictures. */
function canShareFiles(): boolean {
  const files = [new File([], 'a.png', { type: 'image/png' })]
  return navigator.canShare?.({ files }) === true
}

/** Finds the student's own row on the device; where that cannot be, the form goes to the server as without scripts. */
export function attachMyResult(root: HTMLElement): void {
  const form = root.querySelector('form')
  const answer = root.querySelector<HTMLElement>('[data-answer]')
  if (!form || !answer || !globalThis.crypto?.subtle) return
  const { least, most } = root.dataset
  const note = form.querySelector('[data-note]')
  if (note) note.textContent = 'رقمك لا يغادر جهازك ولا يُحفظ عندنا.'

  const frame = (name: string) =>
    root
      .querySelector<HTMLTemplateElement>(`template[data-${name}]`)
      ?.content.cloneNode(true) as DocumentFragment
  const fill = (part: DocumentFragment, slot: string, text: string) => {
    const place = part.querySelector(`[data-slot=${slot}]`)
    if (place) place.textContent = text
  }

  const lead = (part: DocumentFragment, slot: string, addressOf: (now: string) => string) => {
    const link = part.querySelector(`a[data-slot=${slot}]`)
    link?.setAttribute('href', addressOf(link.getAttribute('href') ?? ''))
  }

  const show = ({ match, row }: FoundRow, number: string) => {
    const part = frame('found')
    const { sheetId, school, city, branch, page, pages, picture, url } = match
    fill(part, 'number', formatDigits(number))
    fill(part, 'school', school)
    fill(part, 'city', branch ? `${city} · ${branchLabels[branch]}` : city)
    fill(part, 'page', `الورقة ${formatPlainNumber(page)} من ${formatPlainNumber(pages)}`)
    fill(part, 'place', city)
    lead(part, 'sheet', () => sheetPageAddress(sheetId, page))
    part
      .querySelector('a[data-slot=sheet]')
      ?.addEventListener('click', () => rememberRow({ sheet: sheetId, page, row }))
    lead(part, 'schools', schools => `${schools}&city=${encodeURIComponent(city)}`)
    lead(part, 'file', () => url)
    const place = part.querySelector('[data-slot=row]')
    if (picture && place) {
      const { drawn, isWhole } = drawRow({ ...picture, row })
      place.classList.toggle('is-whole', isWhole)
      place.append(drawn)
    }
    const button = part.querySelector('[data-slot=keep]')
    if (!picture) button?.remove()
    button?.addEventListener('click', () => {
      void import('./keep-row.ts').then(({ keepRow }) => keepRow({ match, row }))
    })
    const share = part.querySelector('[data-slot=share]')
    if (!picture || !canShareFiles()) share?.remove()
    share?.addEventListener('click', () => {
      void import('./share-row.ts').then(({ shareRow }) => shareRow({ match, row }))
    })
    return part
  }

  form.addEventListener('submit', async event => {
    event.preventDefault()
    const typed = new FormData(form).get('number')
    const number = latinDigits(typeof typed === 'string' ? typed : '').replace(/\D/g, '')
    const isNumber = number.length >= Number(least) && number.length <= Number(most)
    let parts: DocumentFragment[]
    try {
      parts = isNumber ? (await find(number, root)).map(found => show(found, number)) : [frame('wrong')]
      if (parts.length === 0) {
        const missing = frame('missing')
        fill(missing, 'number', formatDigits(number))
        parts = [missing]
      }
    } catch {
      parts = [frame('failed')]
    }
    answer.replaceChildren(...parts)
    answer.focus()
  })

  const takeNumber = () => {
    const number = takeOver()
    const field = form.querySelector('input')
    if (number === undefined || !field) return
    field.value = number
    /* So that the next number is told to this page too. */
    history.replaceState(history.state, '', location.pathname + location.search)
    form.requestSubmit()
  }
  addEventListener('hashchange', takeNumber)
  takeNumber()
}
