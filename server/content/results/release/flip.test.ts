import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cities } from '#contract/codes/cities.ts'
import { openBesides, openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { addReadSheets, addResults, examNumberIn } from '#test/read-sheets.ts'
import { hashOfNumber } from '../numbers/number-pack.ts'

const stage = 'SIXTH_PREPARATORY'
const size = { schools: 2, students: 30 }
const branches = ['SCIENTIFIC', 'LITERARY'] as const
const packed = { timeout: 150_000, interval: 200 }
const crowdSize = 200
const pollEveryMs = 150

interface Seen {
  what: string
  status: number
  /** Of the announced cities, how many it shows. */
  count: number
}

describe.each(hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const))(
  'an announcement before a crowd, on %s',
  engine => {
    let site: TestApp
    let staff: TestStaff
    let beside: Awaited<ReturnType<typeof openBesides>> | undefined
    let ids: string[]
    const origins: string[] = []
    const agent = new http.Agent({ keepAlive: true, maxSockets: crowdSize })

    beforeAll(async () => {
      site = await openTestApp({ engine })
      await site.services.jobRunner.close()
      staff = await site.signIn()
      origins.push(await site.listen())
      if (engine === 'postgres') {
        beside = await openBesides(site)
        origins.push(await beside.app.listen({ port: 0, host: '127.0.0.1' }))
      }
      const places = cities.flatMap(city => branches.map(branch => ({ city, branch })))
      ids = await addResults(
        staff,
        places.map(place => ({ ...place, stage })),
      )
      await addReadSheets(site.database.kysely, ids, size)
    }, 180_000)

    afterAll(async () => {
      agent.destroy()
      await beside?.close()
      await site.close()
    })

    function ask(origin: string, url: string): Promise<{ status: number; body: string }> {
      return new Promise((resolve, reject) => {
        http
          .get(origin + url, { agent, headers: { 'accept-encoding': 'br' } }, answer => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () => {
              const bytes = Buffer.concat(chunks)
              const body = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes
              resolve({ status: answer.statusCode ?? 0, body: body.toString('utf8') })
            })
          })
          .on('error', reject)
      })
    }

    const prefix = hashOfNumber(examNumberIn(size, 3, 1, 7)).slice(0, 3)
    const looks: [what: string, url: string, count: (body: string) => number][] = [
      ['board', '/results/sixth-preparatory', body => new Set(body.match(/schools\?city=[^"&]+/g)).size],
      [
        'status',
        `/api/results/status?stage=${stage}`,
        body => (JSON.parse(body) as { data: { announced: number } }).data.announced,
      ],
      [
        'bucket',
        `/results/numbers/sixth-preparatory/2026-1/${prefix}.json`,
        body => (body.includes('"school"') ? cities.length : 0),
      ],
    ]

    async function look(at: number): Promise<Seen> {
      const [what = '', url = '', count] = looks[at % looks.length] ?? []
      const answer = await ask(origins[Math.floor(at / looks.length) % origins.length] ?? '', url)
      const isThere = answer.status === 200
      return { what, status: answer.status, count: isThere && count ? count(answer.body) : 0 }
    }

    it('is whole for everybody or not there, with pages and numbers that were ready before it', async () => {
      const directories = [site, ...(beside ? [beside] : [])].map(({ services }) =>
        path.join(services.config.dataDir, 'numbers'),
      )
      const packs = () =>
        directories.map(directory => fs.readdirSync(directory).filter(name => name.endsWith('.pack')))
      for (const services of [site.services, ...(beside ? [beside.services] : [])])
        void services.changes.tellHere(['drafts'])
      await expect.poll(() => packs().map(({ length }) => length), packed).toEqual(directories.map(() => 1))
      const before = packs()
      for (let at = 0; at < looks.length * origins.length; at += 1) {
        expect((await look(at)).count).toBe(0)
      }

      const seen: Seen[][] = []
      const moment = { isOver: false }
      const crowd = Array.from({ length: crowdSize }, async (_, at) => {
        const own: Seen[] = []
        seen.push(own)
        while (!moment.isOver) {
          own.push(await look(at))
          await wait(pollEveryMs)
        }
        own.push(await look(at))
      })
      await expect.poll(() => seen.every(own => own.length > 0), packed).toBe(true)
      const records = ids.map(id => ({ kind: 'result', id }))
      const flip = await staff.send('POST', '/api/staff/publications', { records, state: 'published' })
      expect(flip.statusCode, flip.body).toBe(200)
      const isEverywhere = async () =>
        Promise.all(looks.flatMap((_, at) => origins.map((__, of) => look(of * looks.length + at))))
      await expect
        .poll(async () => (await isEverywhere()).every(({ count }) => count === cities.length), packed)
        .toBe(true)
      moment.isOver = true
      await Promise.all(crowd)

      expect(packs()).toEqual(before)
      for (const own of seen) {
        const [{ what } = { what: '' }] = own
        const allowed = what === 'bucket' ? [200, 404] : [200]
        expect(own.filter(({ status }) => !allowed.includes(status))).toEqual([])
        const counts = own.map(({ count }) => count)
        expect(
          [...new Set(counts)].filter(count => count !== 0 && count !== cities.length),
          what,
        ).toEqual([])
        // Nobody sees it go away again.
        expect(counts.indexOf(cities.length)).toBeGreaterThan(0)
        expect(counts.lastIndexOf(0)).toBeLessThan(counts.indexOf(cities.length))
      }
    }, 240_000)

    it('is gone for everybody when it is taken back', async () => {
      const records = ids.map(id => ({ kind: 'result', id }))
      await staff.send('POST', '/api/staff/publications', { records, state: 'draft' })
      const all = () =>
        Promise.all(Array.from({ length: looks.length * origins.length }, (_, at) => look(at)))
      await expect.poll(async () => (await all()).every(({ count }) => count === 0), packed).toBe(true)
    })
  },
)
