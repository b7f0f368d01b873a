import { formatPlainNumber } from '#contract/format.ts'
import { markStyle } from '#contract/page-marks.ts'
import { sheetPageAddress } from '#contract/sheet-address.ts'
import { rowIn } from './own-row-place.ts'

let isAttached = false

/**
 * Leads from page to page of a sheet by the slider, and marks the row that somebody comes from. Begins at the first touch of
 * the pages or the slider, or where the address names a page; once, whichever comes first.
 */
export function attachSheet({ dataset: { sheet = '' } }: HTMLElement): void {
  if (isAttached) return
  isAttached = true
  attachSlider(sheet)
  markOwnRow(sheet)
}

const pageOf = (page: number) => document.getElementById(`page-${page}`)

function attachSlider(id: string): void {
  const slider = document.querySelector<HTMLInputElement>('.sheet-slider input')
  const output = document.querySelector('.sheet-slider output')
  if (!slider || !output) return
  const tell = () => (output.textContent = formatPlainNumber(Number(slider.value)))
  slider.addEventListener('input', tell)
  const go = () => {
    const page = pageOf(Number(slider.value))
    if (page) page.scrollIntoView()
    else location.assign(sheetPageAddress(id, Number(slider.value)))
  }
  slider.addEventListener('change', go)
  addEventListener(
    'scroll',
    () => {
      if (document.activeElement === slider && slider.matches(':active')) return
      const seen = [...document.querySelectorAll<HTMLElement>('.sheet-pages > li')].find(
        page => page.getBoundingClientRect().bottom > innerHeight / 2,
      )
      if (!seen) return
      slider.value = seen.id.replace('page-', '')
      tell()
    },
    { passive: true },
  )
  /* It was moved while this was on its way. */
  tell()
  if (slider.value !== slider.defaultValue) go()
}

function markOwnRow(id: string): void {
  const place = rowIn(id)
  const page = place && pageOf(place.page)
  const back = document.querySelector<HTMLElement>('.sheet-own')
  if (!page || !back) return
  const mark = document.createElement('span')
  mark.className = 'sheet-mark'
  Object.assign(mark.style, markStyle(place.row))
  page.append(mark)
  back.hidden = false
  back.addEventListener('click', () => mark.scrollIntoView({ block: 'center' }))
}
