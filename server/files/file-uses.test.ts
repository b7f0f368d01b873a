import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { makeImage, makePdf, makeZip, multipartBody } from '#test/files.ts'

let test: TestApp
let staff: TestStaff
const kept: Record<'pdf' | 'zip' | 'image', string> = { pdf: '', zip: '', image: '' }

async function upload(filename: string, content: Buffer): Promise<string> {
  const { payload, headers } = multipartBody([{ name: 'files', filename, content }])
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/files/new',
    payload,
    headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().files[0].file.url.replace(/[^/]+$/, '')
}

beforeAll(async () => {
  test = await openTestApp()
  staff = await test.signIn('editor')
  kept.pdf = await upload('a.pdf', await makePdf(1))
  kept.zip = await upload('a.zip', await makeZip({ 'a.txt': 'a' }))
  kept.image = await upload('a.png', await makeImage('png'))
})

afterAll(() => test.close())

const school = { subject: 'MATH', stage: 'SIXTH_PREPARATORY', releaseYear: 2026, keywords: ['كلمة'] }
const book = { ...school, title: 'كتاب', description: 'وصف الكتاب كله' }
const note = { ...school, title: 'ملزمة', teacher: 'المدرس', description: 'وصف الملزمة كله' }
const exam = { ...school, title: 'أسئلة', description: 'وصف الأسئلة كلها', try: 1 }
const result = { city: 'البصرة', stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC', try: 1, releaseYear: 2026 }
const news = { title: 'خبر', bio: 'نبذة', content: 'متن الخبر', type: 'GENERAL_NEWS', keywords: ['كلمة'] }
const notImage = 'الرجاء اختيار ملف صورة صالح'
const notPdf = 'الرجاء اختيار ملف PDF'
const notZip = 'الرجاء اختيار ملف ZIP'

describe('a file in a field of another kind', () => {
  const name = (ending: string) => encodeURIComponent(`نتائج.${ending}`)
  const cases: [what: string, path: string, input: () => object, field: string, message: string][] = [
    [
      'a PDF named .zip in a result',
      '/api/results',
      () => ({ ...result, keywords: ['نتائج'], directLink: kept.pdf + name('zip') }),
      'directLink',
      notZip,
    ],
    [
      'a ZIP named .pdf in a book',
      '/api/books',
      () => ({ ...book, directLink: kept.zip + name('pdf') }),
      'directLink',
      notPdf,
    ],
    [
      'a PDF named .jpg as a cover',
      '/api/malazimas',
      () => ({ ...note, directLink: kept.pdf + name('pdf'), image: kept.pdf + name('jpg') }),
      'image',
      notImage,
    ],
    [
      'a ZIP among the pages of an exam',
      '/api/ministerial-exams',
      () => ({ ...exam, files: [kept.image + name('png'), kept.zip + name('png')] }),
      'files.1',
      notImage,
    ],
    [
      'a PDF as the picture of news',
      '/api/news',
      () => ({ ...news, image: kept.pdf + name('png') }),
      'image',
      notImage,
    ],
  ]

  it.each(cases)('is refused at its field: %s', async (_what, path, input, field, message) => {
    const answer = await staff.send('POST', path, input())
    expect([answer.statusCode, answer.json().fields], answer.body).toEqual([422, { [field]: message }])
    expect(answer.json().errors).toEqual([message])
  })

  it('is refused in the version of a book', async () => {
    const made = await staff.send('POST', '/api/books', { ...book, directLink: kept.pdf + name('pdf') })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json().data ?? made.json()
    const version = { title: 'الطبعة الثانية', releaseYear: 2025, directLink: kept.zip + name('pdf') }
    const answer = await staff.send('POST', `/api/books/${id}/versions`, version)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [notPdf]])
  })

  it('is taken where it belongs, whatever its address calls it', async () => {
    const input = { ...result, keywords: ['نتائج'], directLink: kept.zip + name('pdf') }
    expect((await staff.send('POST', '/api/results', input)).statusCode).toBe(201)
  })
})
