import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FileKind } from '#contract/resources/file.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { drawNewsPicture } from './drawing/news-picture.ts'
import type { Services } from '#server/services.ts'
import { demoBooks } from './demo-books.ts'
import type { DemoBook } from './demo-books.ts'
import { demoExams } from './demo-exams.ts'
import type { DemoExam } from './demo-exams.ts'
import {
  drawBookCover,
  drawBookPdf,
  drawExamPages,
  drawNoteCover,
  drawNotePdf,
  drawResultZip,
} from './demo-files.ts'
import type { DemoFile } from './demo-files.ts'
import { demoNews } from './demo-news.ts'
import type { DemoNewsItem } from './demo-news.ts'
import { demoNotes } from './demo-notes.ts'
import type { DemoNote } from './demo-notes.ts'
import { demoResults } from './demo-results.ts'
import type { DemoResult } from './demo-results.ts'
import { demoProgress, existingKeys, resultKey, setDemoProgress } from './demo-state.ts'

export type SeedingServices = Pick<
  Services,
  'config' | 'database' | 'files' | 'books' | 'notes' | 'exams' | 'results' | 'news' | 'log'
>

/** Everything that a demo library holds. */
export interface DemoContent {
  books: DemoBook[]
  notes: DemoNote[]
  exams: DemoExam[]
  results: DemoResult[]
  news: DemoNewsItem[]
}

interface SeedOptions {
  /** Once aborted, no further record is begun. */
  signal?: AbortSignal
  /** The library whose dates count from a day. */
  content?: (day: Date) => DemoContent
}

/** Records in the making at one time; drawing leaves the event loop between their parts. */
const recordsAtOnce = 3

/**
 * Fills an empty database with a library to look at; continues where an earlier start was interrupted.
 * Does nothing when demo content is turned off, in production, or when there is content already.
 * After an abort the next start continues.
 * Shape: the number of records written now.
 */
export async function seedDemo(
  services: SeedingServices,
  { signal, content = demoContent }: SeedOptions = {},
): Promise<number> {
  const { config, database, log } = services
  if (!config.isDemo || config.isProduction) return 0
  const progress = await demoProgress(database.kysely)
  if (progress.state !== 'empty' && progress.state !== 'seeding') return 0
  const startedAt = performance.now()
  const day = progress.state === 'seeding' ? progress.day : new Date()
  if (progress.state === 'empty') await setDemoProgress(database.kysely, { state: 'seeding', day })
  const acts = await planActs(services, content(day))
  await runSome(acts, recordsAtOnce, signal)
  if (signal?.aborted) return 0
  await setDemoProgress(database.kysely, { state: 'done', day })
  log.info(
    { records: acts.length, durationMs: Math.round(performance.now() - startedAt) },
    'demo content written',
  )
  return acts.length
}

/** The whole library. */
export function demoContent(day: Date): DemoContent {
  return {
    books: demoBooks(day),
    notes: demoNotes(day),
    exams: demoExams(day),
    results: demoResults(day),
    news: demoNews(day),
  }
}

/** What is still to be written, the newest first, so that the first pages fill first. */
async function planActs(services: SeedingServices, content: DemoContent): Promise<(() => Promise<void>)[]> {
  const { books, notes, exams, results, news } = services
  const existing = await existingKeys(services.database.kysely)
  const store = (file: DemoFile, kind: FileKind) => storeFile(services, file, kind)
  const planned: { createdAt: Date; act: () => Promise<void> }[] = []
  const plan = (createdAt: Date, act: () => Promise<void>) => planned.push({ createdAt, act })

  for (const book of content.books) {
    const known = existing.books.get(book.input.title)
    const versions = book.versions.slice(known === undefined ? 0 : existing.versionCounts.get(known))
    if (known !== undefined && versions.length === 0) continue
    plan(book.createdAt, async () => {
      const id = known ?? (await createBook(book))
      for (const version of versions) {
        const directLink = await store(await drawBookPdf(book, version.releaseYear), 'pdf')
        await books.createVersion(id, { ...version, directLink }, systemActor)
      }
    })
  }
  for (const note of content.notes) {
    if (existing.notes.has(note.input.title)) continue
    plan(note.createdAt, async () => {
      const image = note.hasCover ? await store(await drawNoteCover(note), 'image') : undefined
      const directLink = await store(await drawNotePdf(note), 'pdf')
      await notes.create({ ...note.input, image, directLink }, systemActor, { at: note.createdAt })
    })
  }
  for (const exam of content.exams) {
    if (existing.exams.has(exam.input.title)) continue
    plan(exam.createdAt, async () => {
      const files: string[] = []
      for (const page of await drawExamPages(exam)) files.push(await store(page, 'image'))
      await exams.create({ ...exam.input, files }, systemActor, { at: exam.createdAt })
    })
  }
  for (const [index, result] of content.results.entries()) {
    if (existing.results.has(resultKey(result.input))) continue
    plan(result.createdAt, async () => {
      const directLink = await store(await drawResultZip(result, index + 1), 'zip')
      await results.create({ ...result.input, directLink }, systemActor, { at: result.createdAt })
    })
  }
  for (const [index, item] of content.news.entries()) {
    if (existing.news.has(item.input.title)) continue
    plan(item.createdAt, async () => {
      const bytes = await drawNewsPicture(item.input.type, index)
      const image = await store({ name: `${item.input.title}.jpg`, bytes }, 'image')
      await news.create({ ...item.input, image }, systemActor, { at: item.createdAt })
    })
  }
  return planned.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(({ act }) => act)

  async function createBook(book: DemoBook): Promise<string> {
    const image = await store(await drawBookCover(book), 'image')
    const directLink = await store(await drawBookPdf(book), 'pdf')
    return (await books.create({ ...book.input, image, directLink }, systemActor, { at: book.createdAt })).id
  }
}

/** Stores a drawn file; lets requests that came in while it was drawn go first. */
async function storeFile({ files }: SeedingServices, file: DemoFile, kind: FileKind): Promise<string> {
  await setImmediate()
  const stored = await files.store(Readable.from([file.bytes]), { name: file.name, kind })
  return stored.url
}

/** Runs so many at a time; after a failure or an abort begins no other, and settles when none is running. */
async function runSome(acts: (() => Promise<void>)[], atOnce: number, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  let position = 0
  const worker = async () => {
    for (;;) {
      const act = acts[position]
      if (!act || failures.length > 0 || signal?.aborted) return
      position += 1
      await act().catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failures.length > 0) throw failures[0]
}
