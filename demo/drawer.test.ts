import { expect, it } from 'vitest'
import { demoBooks } from './books/demo-books.ts'
import { drawings } from './demo-files.ts'
import { openDrawer } from './drawer.ts'
import { demoExams } from './exams/demo-exams.ts'

const day = new Date('2026-11-21T09:00:00Z')
const [book] = demoBooks(day)
const [exam] = demoExams(day)
if (book === undefined || exam === undefined) throw new Error('The library has no book or no exam.')

it('draws in its thread what is drawn here, several at a time, and ends with those that wait', async () => {
  const drawer = openDrawer()
  const [pdf, pages] = await Promise.all([
    drawer.draw('drawBookPdf', book),
    drawer.draw('drawExamPages', exam),
  ])
  const here = await drawings.drawBookPdf(book)
  expect(pdf.name).toBe(here.name)
  expect(Buffer.isBuffer(pdf.bytes)).toBe(true)
  expect(pdf.bytes.equals(here.bytes)).toBe(true)
  expect(pages).toHaveLength(exam.pageCount)

  const unfinished = drawer.draw('drawBookCover', book)
  await Promise.all([expect(unfinished).rejects.toThrow('has ended'), drawer.close()])
  await expect(drawer.draw('drawBookCover', book)).rejects.toThrow('has ended')
}, 60_000)

it('says which drawing failed, and goes on', async () => {
  const drawer = openDrawer()
  const broken = { ...book, input: { ...book.input, subject: 'NONE' } } as unknown as typeof book
  await expect(drawer.draw('drawBookPdf', broken)).rejects.toThrow('TypeError')
  expect((await drawer.draw('drawBookCover', book)).name).toContain(book.input.title)
  await drawer.close()
}, 60_000)
