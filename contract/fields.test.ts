import { describe, expect, it } from 'vitest'
import {
  isSafeAddress,
  isStorableText,
  keywordsField,
  limitParameter,
  offsetParameter,
  optionalLink,
  optionalText,
  requiredAddress,
  requiredText,
  splitKeywords,
  textFilter,
} from './fields.ts'
import { safeReturnPath, sha256OfFileAddress } from './paths.ts'
import { loginInputSchema, registerInputSchema } from './resources/account.ts'
import { contactInputSchema } from './resources/contact-message.ts'
import { searchQuerySchema } from './resources/search.ts'

describe('addresses', () => {
  it.each([
    ['https://t.me/x', true],
    ['http://files.example/ملف.pdf', true],
    [`/files/${'a'.repeat(64)}/x.pdf`, true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//evil.example/x', false],
    ['/files/../../etc/passwd', false],
    ['/dashboard', false],
    ['https://', false],
    ['https://user:pass@evil.example/', false],
    ['https://a b.example/', false],
    ['ftp://files.example/x', false],
  ])('%s', (address, isSafe) => {
    expect(isSafeAddress(address)).toBe(isSafe)
  })

  it('recognises its own files by their hash, with or without a host', () => {
    const hash = '0123456789abcdef'.repeat(4)
    expect(sha256OfFileAddress(`/files/${hash}/x.pdf`)).toBe(hash)
    expect(sha256OfFileAddress(`https://rafid.example/files/${hash}/x.pdf`)).toBe(hash)
    expect(sha256OfFileAddress(`/files/${hash}0/x.pdf`)).toBeUndefined()
  })

  it.each([
    ['/dashboard/books?page=2#x', '/dashboard/books?page=2#x'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['dashboard', '/dashboard'],
    ['/dashboard/..//evil.example', '/dashboard'],
    ['/.//evil.example', '/dashboard'],
    ['/a/../../..//evil.example/x?y#z', '/dashboard'],
    ['/%2e%2e//evil.example', '/dashboard'],
    ['/books/../news', '/news'],
    [undefined, '/dashboard'],
  ])('returns only to a page of this site: %s', (target, path) => {
    expect(safeReturnPath(target, '/dashboard')).toBe(path)
  })
})

const directionMarks = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'

describe('direction characters', () => {
  it.each([
    ['a required text', requiredText('العنوان', 100), `${directionMarks}كتاب\u202E gpj.`, 'كتاب gpj.'],
    ['an optional text', optionalText('المدرسة', 100), '\u2067مدرسة\u2069', 'مدرسة'],
    ['an optional text of nothing else', optionalText('المدرسة', 100), `${directionMarks} `, undefined],
    ['keywords', keywordsField, ['\u202Bرياضيات\u202C', directionMarks], ['رياضيات']],
    ['keywords in one text', keywordsField, '\u202Bأ\u202C، \u202Aب', ['أ', 'ب']],
    ['a text filter', textFilter, '\u202Eأحياء', 'أحياء'],
    ['an address', requiredAddress('أضف الملف'), 'https://t.me/\u202Ex', 'https://t.me/x'],
    ['an optional address', optionalLink('الرابط'), '\u2068https://t.me/x\u2069', 'https://t.me/x'],
    [
      'the e-mail address of who signs in',
      loginInputSchema.shape.email,
      '\u202Aa@b.example\u202C',
      'a@b.example',
    ],
    [
      'the e-mail address of a new person',
      registerInputSchema.shape.email,
      '\u202Aa@b.example',
      'a@b.example',
    ],
    ['the e-mail address of a message', contactInputSchema.shape.email, '\u202Aa@b.example', 'a@b.example'],
    ['a message', contactInputSchema.shape.message, 'نص\u202E\nآخر', 'نص\nآخر'],
    ['a query', searchQuerySchema.shape.q, '\u202Eأحياء', 'أحياء'],
  ])('leave %s', (_, schema, given, kept) => {
    expect(schema.parse(given)).toEqual(kept)
  })

  it('alone are no text', () => {
    expect(requiredText('العنوان', 100).safeParse(directionMarks).success).toBe(false)
  })

  it('that words need stay', () => {
    expect(requiredText('العنوان', 100).parse('می\u200Cروم\u200F')).toBe('می\u200Cروم\u200F')
  })
})

describe('fields', () => {
  it('splits keywords on every separator, trims, drops empties and repeats', () => {
    expect(splitKeywords(' أ , ب،ج ;د؛ه\nو\r\nأ,, ')).toEqual(['أ', 'ب', 'ج', 'د', 'ه', 'و'])
  })

  it('knows text that cannot be stored', () => {
    expect(isStorableText('سطر\nسطر\tجدول')).toBe(true)
    expect(isStorableText('a\u0000b')).toBe(false)
    expect(isStorableText('a\uD800b')).toBe(false)
    expect(isStorableText('😀')).toBe(true)
  })

  it('clamps limits and offsets', () => {
    const limit = limitParameter(10)
    expect(
      [undefined, '5', '0', '-3', '1000', 'abc', '٧', ['3', '4']].map(value => limit.parse(value)),
    ).toEqual([10, 5, 1, 1, 100, 10, 7, 3])
    expect(['-1', '20', '99999999999', '1e9'].map(value => offsetParameter.parse(value))).toEqual([
      0, 20, 1_000_000, 0,
    ])
  })

  it('cuts absurd search texts and drops what cannot be stored', () => {
    expect(textFilter.parse('x'.repeat(1000))).toHaveLength(200)
    expect(textFilter.parse('كتا\u0000ب')).toBe('كتاب')
    expect(textFilter.parse('\uD800')).toBeUndefined()
    expect(textFilter.parse('   ')).toBeUndefined()
  })
})
