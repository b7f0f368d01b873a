import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayInBaghdad } from '#contract/format.ts'
import { apiPaths, staffApiPath } from '#contract/paths.ts'
import { limits } from '#contract/limits.ts'
import type { LinksElsewhere } from '#contract/resources/dead-links.ts'
import { day, minute } from '#contract/units.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput, examInput, noteInput, resultInput } from '#test/factories.ts'
import { askMirror } from './ask-mirror.ts'
import { checkMirrors, type MirrorCheck } from './check-mirrors.ts'
import { wantMirrorCheck } from './check-mirrors.job.ts'
import { rememberDeadLinks } from './dead-links.ts'
import { isPublicAddress, publicNetwork, type Network } from './public-network.ts'

/* A site elsewhere, on this machine: its names lead here, and only its own address may be called. */
let elsewhere: http.Server
let port: number
let asked: string[] = []
let answer: http.RequestListener

beforeAll(async () => {
  elsewhere = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`)
    answer(request, response)
  })
  await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
  port = (elsewhere.address() as AddressInfo).port
})
beforeEach(() => {
  asked = []
  answer = (_request, response) => response.end()
})
afterAll(() => new Promise(resolve => elsewhere.close(resolve)))

const network: Network = {
  resolve: host =>
    host.endsWith('.example')
      ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      : Promise.reject(new Error(`getaddrinfo ENOTFOUND ${host}`)),
  mayCall: address => address === '127.0.0.1' || isPublicAddress(address),
}
const at = (path: string, host = 'drive.example') => `http://${host}:${port}${path}`
const ask = (address: string, by = network) => askMirror(address, by, new AbortController().signal)
const reply =
  (status: number, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end()

describe('an address elsewhere', () => {
  it('works when HEAD says so, and nothing else is asked', async () => {
    expect(await ask(at('/file'))).toEqual({ works: true, cause: null, isAnswered: true })
    expect(asked).toEqual(['HEAD drive.example/file'])
  })

  it('is asked for its first byte where HEAD is refused, and no more of it comes', async () => {
    let sent = 0
    answer = (request, response) => {
      if (request.method === 'HEAD') return void response.writeHead(405).end()
      expect(request.headers.range).toBe('bytes=0-0')
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    expect(await ask(at('/file'))).toMatchObject({ works: true })
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  it('is asked for its first byte where HEAD is cut off', async () => {
    answer = (request, response) =>
      request.method === 'HEAD' ? void request.socket.destroy() : void response.end('a')
    expect(await ask(at('/file'))).toEqual({ works: true, cause: null, isAnswered: true })
    expect(asked).toEqual(['HEAD drive.example/file', 'GET drive.example/file'])
  })

  it('is asked for its first byte where HEAD is left without an answer', async () => {
    answer = (request, response) => void (request.method === 'GET' && response.end('a'))
    const { signal } = new AbortController()
    expect(await askMirror(at('/file'), network, signal, 1000)).toMatchObject({ works: true })
    answer = () => undefined
    expect(await askMirror(at('/file'), network, signal, 200)).toEqual({
      works: false,
      cause: 'timeout',
      isAnswered: false,
    })
  })

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [403, 'private'],
    [400, 'refused'],
    [500, 'broken'],
  ])('that answers %i is %s', async (status, cause) => {
    answer = reply(status)
    expect(await ask(at('/file'))).toEqual({ works: false, cause, isAnswered: true })
  })

  it('says nothing when it has been asked too often', async () => {
    answer = reply(429)
    expect(await ask(at('/file'))).toEqual({ works: undefined, cause: null, isAnswered: true })
  })

  it('is followed to its end, but not for ever', async () => {
    answer = (request, response) =>
      request.url === '/end' ? void response.end() : reply(302, { location: '/end' })(request, response)
    expect(await ask(at('/file'))).toMatchObject({ works: true })
    answer = reply(302, { location: '/again' })
    expect(await ask(at('/file'))).toMatchObject({ works: false, cause: 'redirects' })
    expect(asked.length).toBeLessThanOrEqual(2 + 2 * (limits.mirrorRedirects + 1))
  })

  it('is private where it leads to the sign-in of Drive, which is not asked', async () => {
    answer = reply(302, { location: 'https://accounts.google.com/ServiceLogin' })
    expect(await ask(at('/file'))).toMatchObject({ works: false, cause: 'private' })
  })

  it('is unreachable without a name or a server, and too late without an answer', async () => {
    const nobody = { works: false, cause: 'unreachable', isAnswered: false }
    expect(await ask('http://nowhere.invalid/file')).toEqual(nobody)
    expect(await ask('http://drive.example:1/file')).toEqual(nobody)
    expect(await ask('no address')).toMatchObject({ works: false, isAnswered: false })
  })

  it('is given up when the run ends', async () => {
    const run = new AbortController()
    answer = () => run.abort(new Error('closing'))
    await expect(askMirror(at('/file'), network, run.signal)).rejects.toThrow('closing')
    expect(asked).toEqual(['HEAD drive.example/file'])
  })
})

describe('this machine and networks within', () => {
  const inner = { works: false, cause: 'inner', isAnswered: false }

  it.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.1.2.3',
    '169.254.169.254',
    '2130706433',
    '0x7f.1',
  ])('are not asked as %s', async host => {
    expect(await ask(`http://${host}:${port}/`, publicNetwork)).toEqual(inner)
    expect(asked).toEqual([])
  })

  it('are not asked by a name, nor when one of its addresses is within', async () => {
    const within: Network = {
      ...publicNetwork,
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    }
    expect(await ask(at('/'), within)).toEqual(inner)
    expect(asked).toEqual([])
  })

  it('are not asked after a redirect', async () => {
    answer = reply(302, { location: `http://127.0.0.2:${port}/secret` })
    expect(await ask(at('/file'))).toEqual(inner)
    answer = reply(302, { location: 'http://192.168.0.1/secret' })
    expect(await ask(at('/file'))).toEqual(inner)
    expect(asked).toEqual(['HEAD drive.example/file', 'HEAD drive.example/file'])
  })

  it('are not asked by a name that leads elsewhere the second time', async () => {
    let looks = 0
    const turning: Network = {
      mayCall: network.mayCall,
      resolve: async () => {
        looks += 1
        return [{ address: looks === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
      },
    }
    answer = reply(404)
    expect(await ask(at('/file'), turning)).toEqual(inner)
    expect(looks).toBe(2)
    expect(asked).toEqual(['HEAD drive.example/file'])
  })

  it.each([
    ['8.8.8.8', true],
    ['2a00:1450:4009::200e', true],
    ['0.0.0.0', false],
    ['100.64.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['words', false],
  ])('are known: %s may be called: %s', (address, may) => {
    expect(isPublicAddress(address)).toBe(may)
  })
})

describeEachEngine('the daily check of links', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())
  afterEach(async () => {
    const { kysely } = site.database
    for (const table of ['books', 'notes', 'exams', 'results', 'mirrors', 'jobs'] as const)
      await kysely.deleteFrom(table).execute()
  })

  async function add(path: string, input: object): Promise<string> {
    const { statusCode, body, json } = await staff.send('POST', path, input)
    expect(statusCode, body).toBe(201)
    return json().data.id
  }

  /** Runs the check on a day, counted from today. Shape: what was remarked. */
  async function check(days = 0, given: Partial<MirrorCheck> = {}): Promise<string | undefined> {
    let remark: string | undefined
    const steps = {
      signal: new AbortController().signal,
      progress: () => undefined,
      remark: (words: { reason: string } | null) => void (remark = words?.reason),
    }
    const noon = Date.parse(`${dayInBaghdad(new Date())}T12:00:00+03:00`)
    const now = () => new Date(noon + days * day)
    const { database, changes } = site.services
    const write = await checkMirrors({ database, changes, network, now, ...given }, steps)
    if (write) await database.kysely.transaction().execute(write)
    return remark
  }

  const stateOf = async (address: string) =>
    await site.database.kysely
      .selectFrom('mirrors')
      .select(['cause', 'failures', 'deadSince'])
      .where('address', '=', address)
      .executeTakeFirst()
  const dead = async (path: string) => {
    const { total } = (await staff.send('GET', `${path}?missing=mirror`)).json().data
    return total as number
  }

  it('declares a link dead after failures on three days, and alive at the first answer', async () => {
    const [good, bad] = [at('/good'), at('/bad', 't.example')]
    await add(apiPaths.books, bookInput({ telegramLink: good, googleDriveLink: bad }))
    answer = (request, response) => reply(request.url === '/good' ? 200 : 404)(request, response)
    for (const [days, failures] of [
      [0, 1],
      [0, 1],
      [1, 2],
    ] as const) {
      await check(days)
      expect(await stateOf(bad)).toEqual({ cause: 'gone', failures, deadSince: null })
    }
    expect(await dead(apiPaths.books)).toBe(0)
    await check(2)
    expect(await stateOf(bad)).toMatchObject({ failures: 3, deadSince: expect.any(Date) })
    expect(await stateOf(good)).toEqual({ cause: null, failures: 0, deadSince: null })
    expect(await dead(apiPaths.books)).toBe(1)
    answer = reply(200)
    await check(3)
    expect(await stateOf(bad)).toEqual({ cause: null, failures: 0, deadSince: null })
    expect(await dead(apiPaths.books)).toBe(0)
  })

  it('asks each address once a day, those of all kinds and of versions', async () => {
    const same = at('/same')
    await add(apiPaths.notes, noteInput({ telegramLink: same }))
    await add(apiPaths.exams, examInput({ telegramLink: same, googleDriveLink: at('/exam') }))
    await add(apiPaths.results, resultInput({ telegramLink: at('/result') }))
    const versions = [{ title: 'طبعة', releaseYear: 2024, telegramLink: at('/version') }]
    await add(apiPaths.books, { ...bookInput({ telegramLink: undefined }), versions })
    await check()
    const names = ['/exam', '/result', '/same', '/version'].map(path => `HEAD drive.example${path}`)
    expect(asked.toSorted()).toEqual(names)
    await check()
    expect(asked).toHaveLength(names.length)
    answer = reply(410)
    for (const days of [1, 2, 3]) await check(days)
    const { data } = (await staff.send('GET', apiPaths.attention)).json()
    expect((data ?? (await staff.send('GET', apiPaths.attention)).json()).deadMirrors).toEqual({
      books: 1,
      malazimas: 1,
      ministerials: 1,
      results: 1,
    })
  })

  it('leads students to a dead link last, and says so; staff are shown it in list and form', async () => {
    const [drive, telegram] = [at('/drive'), at('/telegram', 't.example')]
    const id = await add(apiPaths.books, {
      ...bookInput({ googleDriveLink: drive, telegramLink: telegram }),
      versions: [{ title: 'طبعة', releaseYear: 2024, googleDriveLink: drive, telegramLink: telegram }],
    })
    const page = async () => (await site.services.books.get(id)).deadLinks
    answer = (request, response) => reply(request.url === '/drive' ? 404 : 200)(request, response)
    for (const days of [0, 1]) await check(days)
    expect(await page()).toBeUndefined()
    let told: readonly string[] = []
    site.services.changes.onChange(tags => void (told = tags))
    await check(2)
    await expect.poll(page).toEqual([drive])
    expect((await site.services.books.listVersions(id))[0]?.deadLinks).toEqual([drive])
    await expect.poll(() => told).toContain('books')
    const listed = (await staff.send('GET', apiPaths.books)).json().data.books
    expect(listed[0].deadLinks).toEqual([drive])
  })

  it('tells staff alone why a link is dead and when it was asked last, of versions too', async () => {
    const [drive, telegram, bad] = [at('/drive'), at('/telegram', 't.example'), 'http://t.invalid/1']
    const id = await add(apiPaths.books, {
      ...bookInput({ googleDriveLink: drive, telegramLink: telegram }),
      versions: [{ title: 'طبعة قديمة', releaseYear: 2024, telegramLink: bad }],
    })
    const other = await add(apiPaths.notes, noteInput({ telegramLink: telegram }))
    answer = (request, response) => reply(request.url === '/drive' ? 404 : 200)(request, response)
    for (const days of [0, 1, 2, 3]) await check(days)
    const noon = Date.parse(`${dayInBaghdad(new Date())}T12:00:00+03:00`)
    const since = { checkedAt: new Date(noon + 3 * day).toISOString() }
    const deadSince = new Date(noon + 2 * day).toISOString()
    const told = [
      { address: drive, versionTitle: null, cause: 'gone', ...since, deadSince },
      { address: bad, versionTitle: 'طبعة قديمة', cause: 'unreachable', ...since, deadSince },
    ]
    const ofStaff = async (path: string) => (await staff.send('GET', staffApiPath(path))).json().data
    expect((await ofStaff(apiPaths.books)).books[0].deadLinkFacts).toEqual(told)
    expect((await ofStaff(`${apiPaths.books}/${id}`)).deadLinkFacts).toEqual(told)
    expect(await ofStaff(`${apiPaths.notes}/${other}`)).not.toHaveProperty('deadLinkFacts')
    for (const url of [apiPaths.books, `${apiPaths.books}/${id}`])
      expect((await site.app.inject({ method: 'GET', url })).body).not.toContain('deadLinkFacts')
    const { deadLinkCauses } = (await staff.send('GET', apiPaths.attention)).json()
    expect(deadLinkCauses).toEqual({
      causes: [
        { cause: 'gone', links: 1 },
        { cause: 'unreachable', links: 1 },
      ],
      ...since,
    })
    await staff.send('DELETE', `${apiPaths.books}/${id}`)
    const left = (await staff.send('GET', apiPaths.attention)).json()
    expect(left.deadLinkCauses).toEqual({ causes: [], checkedAt: null })
  })

  it('counts nothing when nobody at all has answered', async () => {
    const links = ['http://t.invalid/1', 'http://d.invalid/1'] as const
    await add(apiPaths.books, bookInput({ telegramLink: links[0], googleDriveLink: links[1] }))
    for (const days of [0, 1, 2, 3]) expect(await check(days)).toContain('بلا اتصال')
    for (const link of links) expect(await stateOf(link)).toMatchObject({ failures: 0, deadSince: null })
  })

  /* Nobody answers by names, and each takes its time: a run of no length asks as many as are asked at once. */
  const shortRun = {
    runMs: 0,
    network: {
      ...network,
      resolve: async (host: string) => {
        await new Promise(resolve => setTimeout(resolve, 50))
        return network.resolve(host)
      },
    },
  }
  const addNotes = async (links: readonly string[]) => {
    for (const telegramLink of links) await add(apiPaths.notes, noteInput({ telegramLink }))
  }
  const askedAddresses = async () =>
    (await site.database.kysely.selectFrom('mirrors').select('address').orderBy('address').execute()).map(
      ({ address }) => address,
    )

  it('goes on with others after a run in which nobody has answered', async () => {
    const links = [1, 2, 3, 4, 5, 6].map(at => `http://t${at}.invalid/`)
    await addNotes(links)
    await check(0, shortRun)
    expect(await askedAddresses()).toEqual(links.slice(0, limits.mirrorsAskedAtOnce))
    await check(0, shortRun)
    expect(await askedAddresses()).toEqual(links)
    for (const link of links) expect(await stateOf(link)).toMatchObject({ failures: 0 })
  })

  it('asks one of each host before the second of any', async () => {
    await addNotes(['/1', '/2', '/3', '/4', '/5'].map(path => at(path)))
    await addNotes([at('/1', 't.example')])
    await check(0, shortRun)
    expect(asked).toHaveLength(limits.mirrorsAskedAtOnce)
    expect(asked).toContain('HEAD t.example/1')
  })

  it('counts nothing on the links of a host that is not reached, and names it', async () => {
    const links = ['1', '2', '3'].map(path => `http://t.invalid/${path}`)
    await addNotes([...links, at('/good'), at('/bad', 'd.example')])
    answer = (request, response) => reply(request.url === '/bad' ? 404 : 200)(request, response)
    for (const days of [0, 1, 2]) {
      const remark = await check(days)
      expect(remark).toContain('t.invalid')
      expect(remark).not.toContain('.example')
    }
    for (const link of links) expect(await stateOf(link)).toMatchObject({ failures: 0, deadSince: null })
    expect(await stateOf(at('/bad', 'd.example'))).toMatchObject({ failures: 3 })
  })

  it('knows a host that is not reached in the last run of a day too, when few of its links are left', async () => {
    const links = ['1', '2', '3', '4', '5'].map(path => `http://t.invalid/${path}`)
    await addNotes([...links, at('/good')])
    await check(0, shortRun)
    expect(await askedAddresses()).toHaveLength(limits.mirrorsAskedAtOnce)
    expect(await check(0, shortRun)).toContain('t.invalid')
    for (const link of links) expect(await stateOf(link)).toMatchObject({ failures: 0 })
  })

  it('counts a link that is asked alone and fails, when its host has answered that day', async () => {
    await addNotes(['/1', '/2', '/3'].map(path => at(path)))
    await check()
    await addNotes([at('/cut')])
    answer = request => void request.socket.destroy()
    expect(await check()).toBeUndefined()
    expect(await stateOf(at('/cut'))).toMatchObject({ cause: 'unreachable', failures: 1 })
  })

  it('counts those that fail when one of them answers', async () => {
    await add(apiPaths.books, bookInput({ telegramLink: 'http://t.invalid/1', googleDriveLink: at('/404') }))
    answer = reply(404)
    expect(await check()).toBeUndefined()
    expect(await stateOf('http://t.invalid/1')).toMatchObject({ cause: 'unreachable', failures: 1 })
  })

  it('forgets an address that no record names any more', async () => {
    await add(apiPaths.books, bookInput({ telegramLink: at('/left') }))
    const id = await add(apiPaths.notes, noteInput({ telegramLink: at('/gone') }))
    await check()
    await staff.send('DELETE', `${apiPaths.notes}/${id}`)
    await check(1)
    expect(await stateOf(at('/gone'))).toBeUndefined()
    expect(await stateOf(at('/left'))).toMatchObject({ failures: 0 })
  })

  it('is wanted while a link was not asked today, once in a time', async () => {
    const { database } = site.services
    expect(await wantMirrorCheck(database)).toBe(false)
    await add(apiPaths.books, bookInput({ telegramLink: at('/wanted') }))
    await database.kysely
      .insertInto('mirrors')
      .values({ id: 'x', address: at('/wanted'), checkedAt: new Date(Date.now() - day), failures: 0 })
      .execute()
    expect(await wantMirrorCheck(database)).toBe(true)
    expect(await wantMirrorCheck(database)).toBe(false)
    // The application may have begun it: what follows has one that is done, and links that are left.
    await database.kysely.deleteFrom('jobs').execute()
    await database.kysely
      .updateTable('mirrors')
      .set({ checkedAt: new Date(Date.now() - day) })
      .execute()
    await sql`insert into jobs (id, kind, key, title, input, state, run_at, finished_at)
      values ('done', 'check-mirrors', 'daily', '', '{}', 'done', now(), now())`.execute(database.kysely)
    expect(await wantMirrorCheck(database)).toBe(false)
    // A run takes its place among quick work for a short time, and the rest of the day's links are asked soon.
    expect(limits.mirrorRunMs).toBeLessThanOrEqual(minute)
    expect(await wantMirrorCheck(database, new Date(Date.now() + 5 * minute))).toBe(true)
    await database.kysely.deleteFrom('jobs').execute()
    await database.kysely.updateTable('mirrors').set({ checkedAt: new Date() }).execute()
    expect(await wantMirrorCheck(database)).toBe(false)
  })

  const linksAt = (at: number): LinksElsewhere & { telegramLink: string } => ({
    googleDriveLink: `https://drive.example/${at}`,
    telegramLink: `https://t.example/${at}`,
  })
  const bury = (addresses: string[]) =>
    site.database.kysely
      .insertInto('mirrors')
      .values(
        addresses.map(address => ({
          id: address,
          address,
          checkedAt: new Date(),
          failures: 3,
          deadSince: new Date(),
        })),
      )
      .execute()
  let tell: (tags: ChangeTag[]) => void = () => undefined
  const remember = () =>
    rememberDeadLinks(site.database.kysely, { onChange: handler => void (tell = handler as typeof tell) })

  it('are known until one dies or lives again, for a minute at most', async () => {
    const withDeadLinks = remember()
    const [one, other] = [linksAt(1), linksAt(2)]
    const deadOf = async () => (await withDeadLinks([one, other])).map(({ deadLinks = [] }) => deadLinks)
    await bury([one.telegramLink])
    expect(await deadOf()).toEqual([[one.telegramLink], []])
    await bury([other.telegramLink])
    tell(['books'])
    expect(await deadOf()).toEqual([[one.telegramLink], []])
    tell(['mirrors', 'books'])
    expect(await deadOf()).toEqual([[one.telegramLink], [other.telegramLink]])
    await site.database.kysely.deleteFrom('mirrors').execute()
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + limits.deadLinksFreshMs)
    try {
      expect(await deadOf()).toEqual([[], []])
    } finally {
      clock.mockRestore()
    }
  })

  it('are asked for again where they could not be read', async () => {
    const withDeadLinks = remember()
    const read = vi.spyOn(site.database.kysely, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('away')
    })
    try {
      await expect(withDeadLinks([linksAt(1)])).rejects.toThrow('away')
      expect(await withDeadLinks([linksAt(1)])).toEqual([linksAt(1)])
    } finally {
      read.mockRestore()
    }
  })

  it('are looked up for as many records as a folder holds, where more are dead than are remembered', async () => {
    const items = Array.from({ length: 40_000 }, (_, at) => linksAt(at))
    const [first] = items as [(typeof items)[number]]
    await bury([first.telegramLink])
    const withDeadLinks = remember()
    for (let from = 0; from <= limits.deadLinksKept; from += 1000)
      await bury(Array.from({ length: 1000 }, (_, at) => `https://other.example/${from + at}`))
    for (const time of ['once', 'again']) {
      const [found, second] = await withDeadLinks(items)
      expect(found, time).toMatchObject({ deadLinks: [first.telegramLink] })
      expect(second, time).not.toHaveProperty('deadLinks')
    }
    await site.database.kysely.deleteFrom('mirrors').where('id', '=', first.telegramLink).execute()
    expect((await withDeadLinks(items))[0]).not.toHaveProperty('deadLinks')
  })
})
