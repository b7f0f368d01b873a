import { parseXmlDocument } from 'slimdom'
import { expect, it } from 'vitest'
import { xmlText } from './xml.ts'

const everyLowCharacter = Array.from({ length: 0x0100 }, (_, code) => String.fromCharCode(code)).join('')
const hostile = `${everyLowCharacter}]]><b>&amp;</b><!-- --> \uD800 \uDC00x \uFFFE\uFFFF 😀 كتاب`

it('writes any text so that a strict parser accepts it, as content and as attribute', () => {
  const text = xmlText(hostile)
  const document = parseXmlDocument(`<a b="${text}">${text}</a>`)
  const content = document.documentElement?.textContent ?? ''
  expect(content).toContain(']]><b>&amp;</b><!-- -->')
  expect(content).toContain('😀 كتاب')
  expect(content).not.toContain('\u0001')
})

it('ends no attribute, whichever sign stands around it', () => {
  for (const sign of [`"`, `'`]) {
    const { documentElement } = parseXmlDocument(`<a b=${sign}${xmlText(`" c='1' d="2`)}${sign}/>`)
    expect(documentElement?.attributes.map(({ name, value }) => [name, value])).toEqual([
      ['b', `" c='1' d="2`],
    ])
  }
})

it('is what the parser needs: the same text unescaped is refused', () => {
  expect(() => parseXmlDocument(`<a>${hostile}</a>`)).toThrow()
  expect(() => parseXmlDocument('<a>\u0001</a>')).toThrow()
})
