import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of a CSV file', () => {
  it('quotes every cell and doubles quotes', () => {
    expect(csvLine(['a,b', 'قال "نعم"', 3, null, undefined, 'x\ny'])).toBe(
      '"a,b","قال ""نعم""","3","","","x\ny"\r\n',
    )
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '＝1',
    '=HYPERLINK("http://evil")',
  ])('makes text of %j', text => {
    expect(csvLine([text]).startsWith(`"'${text[0]}`)).toBe(true)
  })

  it('leaves ordinary text and numbers alone', () => {
    expect(csvLine(['/books/primary?x=1', 'a=b', -5])).toBe('"/books/primary?x=1","a=b","-5"\r\n')
  })
})
