import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ArchiveReview } from './archive-review.tsx'
import type { ArchiveRow, Archives } from './use-archives.ts'

const row: ArchiveRow = {
  id: 'a',
  name: '1.zip',
  size: 1,
  stage: 'SIXTH_PREPARATORY',
  city: 'نينوى',
  branch: 'SCIENTIFIC',
  try: '1',
  releaseYear: '2026',
  doubts: [],
  inside: 'failed',
  insideCity: '',
  insideFailure: '',
  url: '/files/1.zip',
  sentBytes: 0,
  failure: '',
  isWaiting: false,
  warnings: [],
  isAccepted: false,
  replaces: null,
}

/** What the list says of a row. */
function shown(part: Partial<ArchiveRow>): string {
  const archives: Archives = {
    rows: [{ ...row, ...part }],
    ready: [],
    isKept: true,
    isAdding: false,
    failure: '',
    add: () => undefined,
    change: () => undefined,
    take: () => undefined,
    readAgain: () => undefined,
    save: async () => 0,
  }
  return renderToStaticMarkup(<ArchiveReview archives={archives} onAdd={() => undefined} />)
}

const accept = 'أضفها رغم ذلك'
const readAgain = 'أعد القراءة'

it.each([
  [{ city: '' }, 'اختر المدينة</p>'],
  [{ branch: '' }, 'اختر الفرع</p>'],
])('asks for what a row has no place without, before anything is accepted', (part, lack) => {
  for (const isAccepted of [false, true]) {
    const html = shown({ ...part, isAccepted })
    expect(html).toContain(lack)
    expect(html).toContain(readAgain)
    expect(html).not.toContain(accept)
    expect(html).not.toContain('تُضاف رغم التنبيه')
  }
  expect(shown({})).toContain(accept)
})

it('says why the names in an archive were not read, and offers to read them again', () => {
  expect(shown({})).toContain(`${readAgain}: 1.zip`)
  expect(shown({})).not.toContain('أعد تحميل الصفحة')
  expect(shown({ insideFailure: 'ملف ZIP تالف' })).toContain('ملف ZIP تالف')
})
