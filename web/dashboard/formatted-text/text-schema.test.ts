import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import type { FormattedText } from '#contract/resources/formatted-text.ts'
import { setLink } from './commands.ts'
import { nodeOf, valueOf } from './text-schema.ts'

const line = (...content: object[]) => ({ type: 'paragraph', content })
const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length && { marks }) })
const doc = (...content: object[]) => ({ type: 'doc', content }) as FormattedText

describe('a text in the editor', () => {
  it('keeps the words of what it does not know', () => {
    const cell = { type: 'cell', content: [line(words('من جدول'))] }
    const text = doc(line(words('سطر', { type: 'underline' })), { type: 'table', content: [cell] })
    expect(valueOf(nodeOf(text))).toBe('سطر\nمن جدول')
  })

  it('opens without any words', () => {
    expect(valueOf(nodeOf({ type: 'doc' } as FormattedText))).toBe('')
  })

  it('changes the whole of a link that is partly bold', () => {
    const link = { type: 'link', attrs: { href: 'https://rafid.example/' } }
    const text = doc(line(words('انظر '), words('هذا ', link), words('الموقع', link, { type: 'strong' })))
    const start = EditorState.create({ doc: nodeOf(text) })
    let state = start.apply(start.tr.setSelection(TextSelection.create(start.doc, 8)))
    setLink('')(state, transaction => (state = state.apply(transaction)))
    expect(valueOf(state.doc)).toEqual(doc(line(words('انظر هذا '), words('الموقع', { type: 'strong' }))))
  })
})
