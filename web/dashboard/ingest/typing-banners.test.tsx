import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { IngestRow } from '#contract/resources/ingest.ts'
import { ingestRow } from '#test/ingest-rows.ts'
import type { Conflict } from './row-writer.ts'
import { TypingBanners } from './typing-banners.tsx'

const conflictOf = (id: string, facts: Partial<Conflict> = {}, row: Partial<IngestRow> = {}): Conflict => ({
  ingestId: 'a',
  row: ingestRow(id, row),
  mine: {},
  isOfPage: false,
  ...facts,
})

function told(...conflicts: Conflict[]): string {
  const done = () => undefined
  const typing = { failure: '', refusal: '', conflicts, settle: done, settleRefused: done }
  const html = renderToStaticMarkup(<TypingBanners typing={typing} />)
  return html.replaceAll(/<[^>]+>/gu, '')
}

it('say of lost looks what has changed, how many there are, and the page where it was that alone', () => {
  expect(told(conflictOf('1'))).toContain('تغيّر قبل لحظة «1.pdf». لم تُسجَّل مراجعتك: انظر إلى ما تغيّر.')
  expect(told(conflictOf('1', { isOfPage: true }))).toContain('مُلئ من الصفحة الأولى قبل لحظة «1.pdf».')
  expect(told(conflictOf('1', { isOfPage: true }), conflictOf('2'))).toContain(
    'تغيّر قبل لحظة سطران: «1.pdf»، «2.pdf».',
  )
  expect(told(...['1', '2', '3', '4', '5'].map(id => conflictOf(id)))).toContain(
    'تغيّر قبل لحظة ٥ أسطر: «1.pdf»، «2.pdf»، «3.pdf»، وغيرها.',
  )
})

it('say who or what came before what was typed', () => {
  const mine = { title: 'أ' }
  const colleague = { changedBy: { name: 'زينب', isYou: false } }
  expect(told(conflictOf('1', { mine }, colleague))).toContain('سبقك زينب إلى «1.pdf».')
  expect(told(conflictOf('1', { mine, isOfPage: true }))).toContain(
    'ملأت الصفحة الأولى «1.pdf» قبل أن يُحفظ ما كتبته.',
  )
  expect(told(conflictOf('1', { mine }))).toContain('تغيّر «1.pdf» قبل أن يُحفظ ما كتبته.')
})
