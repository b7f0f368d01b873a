import { expect, it } from 'vitest'
import { demoBooks } from './books/demo-books.ts'
import { drawings } from './demo-files.ts'
import { openDrawer } from './drawer.ts'
import { demoExams } from './exams/demo-exams.ts'
import { demoNews } from './news/demo-news.ts'
import { draw as drawNews } from './news/draw-news.ts'

const day = new Date('2026-11-21T09:00:00Z')
const [book] = demoBooks(day)
const [exam] = demoExams(day)
const [item] = demoNews(day)
if (!book || !exam || !item) throw new Error('The library lacks something.')

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

it('draws by the drawing that a kind has of its own', async () => {
  const drawer = openDrawer()
  const drawing = new URL('./news/draw-news.ts', import.meta.url)
  const here = await drawNews(item, 1)
  const there = await drawer.drawOwn<typeof drawNews>(drawing, item, 1)
  expect(there.name).toBe(here.name)
  expect(there.bytes.equals(here.bytes)).toBe(true)
  await drawer.close()
}, 60_000)
