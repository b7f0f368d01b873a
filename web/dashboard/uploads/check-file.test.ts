import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fileProblem, partFiles } from './check-file.ts'

const file = (name: string, type: string, size = 10) => ({ name, type, size })

describe('a file that was chosen', () => {
  it('is refused with the promised words when it is of another type', () => {
    expect(fileProblem(file('a.txt', 'text/plain'), 'image')).toBe('الرجاء اختيار ملف صورة صالح')
    expect(fileProblem(file('a.svg', 'image/svg+xml'), 'image')).toBe('الرجاء اختيار ملف صورة صالح')
    expect(fileProblem(file('a.png', 'image/png'), 'pdf')).toBe('الرجاء اختيار ملف PDF')
    expect(fileProblem(file('a.pdf', 'application/pdf'), 'zip')).toBe('الرجاء اختيار ملف ZIP')
  })

  it('is refused with the promised words when it is too large, and taken at the limit', () => {
    expect(fileProblem(file('a.png', 'image/png', limits.maxImageBytes), 'image')).toBeUndefined()
    expect(fileProblem(file('a.png', 'image/png', limits.maxImageBytes + 1), 'image')).toBe(
      'حجم الصورة يجب أن لا يتجاوز 5 ميغابايت',
    )
    expect(fileProblem(file('a.pdf', 'application/pdf', limits.maxPdfBytes + 1), 'pdf')).toBe(
      'حجم الملف يجب أن لا يتجاوز 250 ميغابايت',
    )
  })

  it('is judged by its name where the system names no type', () => {
    expect(fileProblem(file('كتاب.PDF', ''), 'pdf')).toBeUndefined()
    expect(fileProblem(file('نتائج.zip', 'application/octet-stream'), 'zip')).toBeUndefined()
    expect(fileProblem(file('نتائج.zip', 'application/x-zip-compressed'), 'zip')).toBeUndefined()
    expect(fileProblem(file('كتاب.exe', ''), 'pdf')).toBe('الرجاء اختيار ملف PDF')
  })
})

describe('several files for one field', () => {
  it('are parted into the first that fits and the others, by name and reason', () => {
    const chosen = [
      file('صورة.png', 'image/png'),
      file('الأول.pdf', 'application/pdf'),
      file('نص.txt', 'text/plain'),
      file('الثاني.pdf', 'application/pdf'),
    ]
    expect(partFiles(chosen, 'pdf', 1, 'ملف واحد')).toEqual({
      taken: [chosen[1]],
      refusals: [
        { reason: 'الرجاء اختيار ملف PDF', names: ['صورة.png', 'نص.txt'] },
        { reason: 'ملف واحد', names: ['الثاني.pdf'] },
      ],
    })
    expect(partFiles(chosen.slice(1, 2), 'pdf', 1, 'ملف واحد').refusals).toEqual([])
  })
})
