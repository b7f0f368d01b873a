import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ConflictDialog } from './conflict-dialog.tsx'
import { fieldText, fieldTextsApart } from './field-text.ts'
import { UsedKeyDialog } from './used-key-dialog.tsx'

const [one, other] = ['a', 'b'].map(digit => `/files/${digit.repeat(64)}/كتاب.pdf`)
const sides = { mine: { directLink: one }, owner: {}, close: () => undefined }

it('tells two files of one name apart, and nothing else', () => {
  expect(fieldTextsApart('directLink', [one, other])).toEqual(['كتاب.pdf', 'كتاب.pdf (ملف آخر بالاسم نفسه)'])
  expect(fieldTextsApart('directLink', [one, one])).toEqual(['كتاب.pdf', 'كتاب.pdf'])
  expect(fieldTextsApart('title', ['أول', 'ثان'])).toEqual(['أول', 'ثان'])
})

it('says of a job in the log where it stands, not its code', () => {
  expect(fieldText('state', 'waiting', { entity: 'JOB' })).toBe('في الانتظار')
  expect(fieldText('state', 'published')).toBe('منشور')
})

it('the dialogs of a conflict and of a used key show which side is another file', () => {
  const ofConflict = createElement(ConflictDialog, {
    ...sides,
    base: sides.mine,
    theirs: { directLink: other },
    changedBy: undefined,
    settle: () => undefined,
  })
  const ofUsedKey = createElement(UsedKeyDialog, {
    ...sides,
    stored: { directLink: other },
    addAsNew: () => undefined,
    editAdded: undefined,
    isMoving: false,
  })
  for (const dialog of [ofConflict, ofUsedKey])
    expect(renderToStaticMarkup(dialog)).toContain('كتاب.pdf (ملف آخر بالاسم نفسه)')
})
