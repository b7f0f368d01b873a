import { expect, it } from 'vitest'
import { documentTitle, readingTitle } from './reading-title.ts'

it('is the title of the document again without its page, and nothing else is taken from it', () => {
  for (const title of ['كتاب الكيمياء', 'ملزمة، الصفحة ٤', 'الصفحة ٣ من ٩'])
    for (const page of [1, 9, 1204]) expect(documentTitle(readingTitle(title, page))).toBe(title)
})
