import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { putRow } from '#server/files/light-copies/light-copies.repository.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { bareEnvironment } from '#test/environment.ts'
import { bookInput, resultInput } from '#test/factories.ts'
import { makePdf, makeTestDirectory, makeZip, sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { fileOf, isMirrored, listNamed } from './mirror-addresses.ts'
import { takeSnapshot } from './snapshot.ts'

describe('an address in a mirror', () => {
  it('is a file that a web server finds by path and query', () => {
    const html = 'text/html; charset=utf-8'
    expect(fileOf('/', html)).toBe('index.html')
    expect(fileOf('/books/primary', html)).toBe('books/primary/index.html')
    expect(fileOf('/books/primary?page=2', html)).toBe('books/primary/index@page=2.html')
    expect(fileOf('/api/results/status?stage=A', 'application/json')).toBe('api/results/status@stage=A.json')
    expect(fileOf('/files/ab/%D8%A3%20%D8%A8.pdf', 'application/pdf')).toBe('files/ab/أ ب.pdf')
    expect(fileOf('/results/numbers/a/2026-1/0f.json?v=1', 'application/json')).toBe(
      'results/numbers/a/2026-1/0f.json',
    )
  })

  it('never leads out of its folder', () => {
    for (const address of ['/files/../a', '/files/%2e%2e/a', '/files/a%2Fb/c', '/files/%E0%A4%A/a'])
      expect(fileOf(address, 'application/pdf')).toBeUndefined()
    expect(fileOf('/results?path=a/../../b', 'text/html')).toBeUndefined()
  })

  it('is not one of the staff, of a search or of a filter', () => {
    const asked = [
      '/dashboard',
      '/super',
      '/api/books',
      '/results/sheet/0abc/text/1',
      '/books/primary?grade=A',
      '/search?q=a',
      '/news?page=2&type=A',
    ]
    expect(asked.filter(address => isMirrored(address, 'site'))).toEqual([])
    const held = [
      '/books/primary?page=2',
      '/results/a/schools?city=b&page=3',
      '/files/ab/p/1',
      '/assets/a.js',
    ]
    expect(held.filter(address => isMirrored(address, 'site'))).toEqual(held)
    expect(held.filter(address => isMirrored(address, 'results'))).toEqual(held.slice(1))
  })

  it('is read from pages as browsers read it', () => {
    const html = `<a href="/a?x=1&amp;y=2#z"><img src="/b.png" srcset="/c.webp 1x, /d.webp 2x"><a href="//other/e">`
    expect(listNamed(html)).toEqual(['/a?x=1&y=2', '/b.png', '/c.webp', '/d.webp'])
  })
})

describe('a snapshot', () => {
  let site: TestApp
  let staff: TestStaff
  let from: string
  const folder = makeTestDirectory()
  const whole = makeTestDirectory()
  const inMirror = (name: string) => fs.existsSync(path.join(folder, 'site', name))
  const read = (name: string) => fs.readFileSync(path.join(folder, 'site', name))
  const take = () => takeSnapshot({ folder, from, scope: 'results', dataDir: site.services.config.dataDir })

  async function addResult(school: string, state: string): Promise<string> {
    const bytes = await makeZip({ [`${school}.pdf`]: await makePdf(2) })
    const { url } = await site.services.files.store(streamOf(bytes), { name: 'نتائج.zip', kind: 'zip' })
    const input = { ...resultInput({ directLink: url, stage: 'SIXTH_PRIMARY' }), branch: null, state }
    const added = await staff.send('POST', '/api/results', input)
    expect(added.statusCode, added.body).toBe(201)
    const { id } = added.json().data
    const sheets = async () => (await staff.send('GET', `/api/results/${id}/sheets/all`)).json().data
    await expect.poll(async () => (await sheets()).reading.sheetsRead, { timeout: 30_000 }).toBe(1)
    return (await sheets()).sheets[0].id
  }

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
    from = await site.listen()
  })
  afterAll(async () => {
    await site.close()
    for (const each of [folder, whole]) fs.rmSync(each, { recursive: true, force: true })
  })

  it('holds what is public as it was answered, and drops what was taken back', async () => {
    const shown = await addResult('مدرسة النور', 'published')
    const hidden = await addResult('مدرسة الضياء', 'draft')
    const first = await take()
    expect(first).toMatchObject({ failed: [], missing: [], removed: 0 })
    const page = await fetch(from + paths.sheet(shown))
    expect(read(`results/sheet/${shown}/index.html`).toString()).toBe(await page.text())
    const html = read(`results/sheet/${shown}/index.html`).toString()
    const [, file = ''] = /href="(\/files\/[^"]+\.pdf)"/.exec(html) ?? []
    const [, picture = ''] = /<img src="(\/files\/[^"]+)"/.exec(html) ?? []
    expect(read(decodeURI(file).slice(1)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(read(decodeURI(picture).slice(1)).subarray(8, 12).toString()).toBe('WEBP')
    expect(inMirror('api/results/status@stage=SIXTH_PRIMARY.json')).toBe(true)
    expect(inMirror(`results/sheet/${hidden}/index.html`)).toBe(false)
    expect(inMirror('books/index.html')).toBe(false)
    const own = fs.readFileSync(path.join(folder, 'headers.conf'), 'utf8')
    expect(own).toContain(`add_header x-content-type-options "nosniff" always;`)

    const { resultId } = (await site.services.results.sheets.get(shown)) ?? { resultId: '' }
    const records = [{ kind: 'result', id: resultId }]
    await staff.send('POST', '/api/staff/publications', { records, state: 'draft' })
    const second = await take()
    expect(second).toMatchObject({ failed: [] })
    expect(second.removed).toBeGreaterThan(2)
    expect(inMirror(`results/sheet/${shown}/index.html`)).toBe(false)
    expect(inMirror(decodeURI(file).slice(1))).toBe(false)
  }, 60_000)

  it('holds of a book its file, its light copy and the first pages of its reader', async () => {
    const { files, database } = site.services
    const [pdf, light] = [makeManyPages(5), await makePdf(1)]
    const { url } = await files.store(streamOf(pdf), { name: 'كيمياء.pdf' })
    await files.store(streamOf(light), { name: 'كيمياء (نسخة خفيفة).pdf' })
    await database.kysely
      .transaction()
      .execute(transaction => putRow(transaction, sha256Of(pdf), { lightHash: sha256Of(light) }))
    const added = await staff.send('POST', '/api/books', bookInput({ directLink: url }))
    const { dataDir } = site.services.config
    expect(await takeSnapshot({ folder: whole, from, scope: 'site', dataDir })).toMatchObject({ failed: [] })
    const under = (...parts: string[]) => fs.readdirSync(path.join(whole, 'site', ...parts)).toSorted()
    expect(under('files', sha256Of(pdf))).toEqual(['p', 'كيمياء.pdf'])
    expect(under('files', sha256Of(light))).toEqual(['كيمياء (نسخة خفيفة).pdf'])
    expect(under('files', sha256Of(pdf), 'p')).toEqual(['1', '2'])
    expect(under('files', sha256Of(pdf), 'p', '1')).toEqual(['1400.webp', '840.webp'])
    expect(under('books', added.json().data.id, 'read')).toEqual(['index.html'])
  }, 60_000)

  it('removes nothing when the server does not answer', async () => {
    await take()
    const before = inMirror('results/index.html')
    await expect(takeSnapshot({ folder, from: 'http://127.0.0.1:9', scope: 'results' })).rejects.toThrow()
    expect([before, inMirror('results/index.html')]).toEqual([true, true])
  })

  it('asks at the port of the service, and says in words that nobody answers there', async () => {
    const command = promisify(execFile)(process.execPath, ['tools/snapshot.ts', folder], {
      env: { ...bareEnvironment, PORT: '9' },
    })
    const said = await command.then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    )
    expect(said).toContain('The site does not answer at http://127.0.0.1:9: ')
    expect(said).not.toMatch(/^\s+at /m)
  })

  it('goes on past an answer that is cut off, tells of it, and removes nothing', async () => {
    await take()
    fs.mkdirSync(path.join(folder, 'site/results/older'))
    fs.writeFileSync(path.join(folder, 'site/results/older/index.html'), 'a page of before')
    const cut = paths.resultsOfGrade('THIRD_INTERMEDIATE')
    const proxy = http.createServer(async (request, response) => {
      if (request.url === cut) {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100_000 })
        response.write('<html>', () => response.destroy())
        return
      }
      const answer = await fetch(from + request.url, { redirect: 'manual' })
      const type = answer.headers.get('content-type') ?? 'text/plain'
      response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    try {
      const report = await takeSnapshot({ folder, from: `http://127.0.0.1:${port}`, scope: 'results' })
      expect(report.failed).toEqual([expect.stringContaining(cut)])
      expect(report).toMatchObject({ removed: 0, missing: [] })
      expect(report.files).toBeGreaterThan(10)
      expect(inMirror('results/older/index.html')).toBe(true)
    } finally {
      proxy.close()
    }
    expect((await take()).removed).toBe(1)
    expect(inMirror('results/older/index.html')).toBe(false)
  })
})
