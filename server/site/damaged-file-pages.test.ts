import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { branchLabels } from '#contract/codes/branches.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, noteInput, resultInput } from '#test/factories.ts'
import { filesUnder, makePdf, makeZip, sha256Of, streamOf } from '#test/files.ts'

describe('the public pages of a record whose file is damaged', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
    test.expectError('file_damaged')
    test.expectError('a damaged file was found')
  })
  afterAll(() => test.close())

  it('say that it is being mended instead of its size, keep the other ways, and offer it again afterwards', async () => {
    const pdf = await makePdf(4)
    const zip = await makeZip({ 'نتائج.txt': 'نتائج' })
    const { files, books, notes, results } = test.services
    const { url: directLink } = await files.store(streamOf(pdf), { name: 'كتاب.pdf' })
    const { url: archive } = await files.store(streamOf(zip), { name: 'نتائج.zip' })
    const versions = [{ title: 'الطبعة الثانية', releaseYear: 2024, directLink }]
    const book = await books.create(
      bookInput({ directLink, versions, telegramLink: 'https://t.me/example/1' }),
      systemActor,
    )
    const note = await notes.create(noteInput({ directLink }), systemActor)
    await results.create(resultInput({ directLink: archive }), systemActor)
    const folder = ['2026', 'البصرة', branchLabels.SCIENTIFIC, '1'].map(encodeURIComponent).join('/')
    const addresses = [
      `/results/sixth-preparatory?path=${folder}`,
      `/books/${book.id}`,
      '/books/preparatory',
      `/notes/download/${note.id}`,
      '/notes/intermediate',
    ]
    const pages = async () => {
      const bodies: string[] = []
      for (const url of addresses) bodies.push((await test.app.inject({ url })).body)
      return bodies
    }
    for (const body of await pages()) {
      expect(body).toMatch(/[٠-٩]+(٫[٠-٩]+)?\u00A0(بايت|[كم]\.ب)/)
      expect(body).not.toContain('قيد الإصلاح')
    }
    const store = path.join(test.services.config.dataDir, 'files', 'store')
    for (const bytes of [pdf, zip]) {
      const name = filesUnder(store).find(
        file => file.startsWith('objects') && file.includes(sha256Of(bytes)),
      )
      fs.writeFileSync(path.join(store, name ?? ''), Buffer.alloc(bytes.length, 7))
    }
    for (const url of [directLink, archive]) {
      expect((await test.app.inject({ url })).statusCode).toBe(503)
    }
    for (const body of await pages()) {
      expect(body).toContain('الملف قيد الإصلاح')
      expect(body).not.toMatch(/[٠-٩]+(٫[٠-٩]+)?\u00A0(بايت|[كم]\.ب)/)
      expect(body).not.toContain(`href="${directLink}"`)
      expect(body).not.toContain(`href="${archive}"`)
    }
    expect((await pages())[1]).toContain('href="https://t.me/example/1"')
    await files.store(streamOf(pdf), { name: 'كتاب.pdf' })
    await files.store(streamOf(zip), { name: 'نتائج.zip' })
    for (const body of await pages()) expect(body).not.toContain('قيد الإصلاح')
    expect((await pages())[0]).toContain(`href="${archive}"`)
    expect((await pages())[1]).toContain(`href="${directLink}"`)
  })
})
