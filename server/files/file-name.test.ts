import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { filePath } from '#contract/paths.ts'
import { asciiFileName, contentDisposition, safeFileName } from './file-name.ts'

const pdf = 'application/pdf'

describe('the name of a stored file', () => {
  it.each([
    ['كتاب الرياضيات.pdf', 'كتاب الرياضيات.pdf'],
    ['كتاب الرياضيات', 'كتاب الرياضيات.pdf'],
    ['كتاب.PDF', 'كتاب.pdf'],
    ['كتاب.pdf.exe', 'كتاب.pdf.pdf'],
    ['virus.exe', 'virus.pdf'],
    ['تقرير 2019.2020', 'تقرير 2019.2020.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\علي\\كتاب.pdf', 'كتاب.pdf'],
    ['', 'ملف.pdf'],
    ['...', 'ملف.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['/', 'ملف.pdf'],
    ['a\u202Efdp.exe', 'afdp.pdf'],
    ['\u200Fكتاب\u200E.pdf', 'كتاب.pdf'],
    ['كتاب\u0000\r\n\t.pdf', 'كتاب.pdf'],
    ['a<b>c:d"e|f?g*h.pdf', 'a-b-c-d-e-f-g-h.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['nul', '_nul.pdf'],
    ['COM1.txt', '_COM1.pdf'],
    ['  كتاب   واحد  .pdf', 'كتاب واحد.pdf'],
    ['كتاب\uD83D.pdf', 'كتاب.pdf'],
    ['می\u200Cخواهم.pdf', 'می\u200Cخواهم.pdf'],
    ['\u0627\u0653.pdf', '\u0622.pdf'],
    ['👨‍👩‍👧.pdf', '👨‍👩‍👧.pdf'],
  ])('makes %j into %j', (given, expected) => {
    expect(safeFileName(given, pdf)).toBe(expected)
  })

  it('keeps the second spelling of an extension and corrects one of another type', () => {
    expect(safeFileName('صورة.JPEG', 'image/jpeg')).toBe('صورة.jpeg')
    expect(safeFileName('صورة.png', 'image/jpeg')).toBe('صورة.jpg')
  })

  it('is never too long for a file system or an address, and is not cut inside a letter', () => {
    for (const letter of ['ا', 'كَّ', 'a', '👨‍👩‍👧', 'ﷺ']) {
      const name = safeFileName(`${letter.repeat(500)}.pdf`, pdf)
      expect(name.length).toBeLessThanOrEqual(limits.maxFileNameLength)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
      expect(name.endsWith(`${letter}.pdf`)).toBe(true)
      expect(filePath('a'.repeat(64), name).length).toBeLessThan(limits.maxLinkLength)
    }
  })

  it('has an ASCII fallback that says the type', () => {
    expect(asciiFileName('كتاب.pdf', pdf)).toBe('file.pdf')
    expect(asciiFileName('Résumé 2026.pdf', pdf)).toBe('Resume 2026.pdf')
    expect(asciiFileName('a"b\\c;d%e.pdf', pdf)).toBe('abcde.pdf')
  })

  it('goes into a header whole and cannot leave it', () => {
    expect(contentDisposition('inline', `كتاب '(1)*.pdf`, pdf)).toBe(
      `inline; filename="'(1)*.pdf"; filename*=UTF-8''${encodeURIComponent('كتاب ')}%27%281%29%2A.pdf`,
    )
  })
})
