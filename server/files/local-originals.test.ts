import fs from 'node:fs'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeTestDirectory } from '#test/files.ts'
import type { OpenFile } from './files.types.ts'
import { createLocalOriginals } from './local-originals.ts'
import type { LocalOriginals } from './local-originals.ts'
import { sweepIncoming } from './receive.ts'

describe('an original of a bucket, as a file of this machine', () => {
  let incoming: string
  let fetched: string[]
  let originals: LocalOriginals

  beforeEach(() => {
    incoming = makeTestDirectory()
    fetched = []
    originals = createLocalOriginals({ incoming }, async sha256 => openFile(sha256))
  })
  afterEach(async () => {
    await originals.close()
    fs.rmSync(incoming, { recursive: true, force: true })
  })

  const openFile = (sha256: string): OpenFile => ({
    sha256,
    name: 'كتاب.pdf',
    size: sha256.length,
    type: 'application/pdf',
    width: null,
    isProven: true,
    namesPeople: false,
    objectKey: '',
    localFile: undefined,
    async read() {
      fetched.push(sha256)
      return Readable.from([Buffer.from(sha256)])
    },
    copy: () => Promise.reject(new Error('not asked for')),
  })
  const read = (sha256: string) => originals.use(sha256, async file => fs.readFileSync(file, 'utf8'))
  const names = Array.from({ length: limits.localOriginals }, (_, at) => `original ${at}`)

  it('stays when it is wanted again and there is no room for another one', async () => {
    for (const name of [...names, ...names]) expect(await read(name)).toBe(name)
    expect(fetched).toEqual(names)
    await read('one more')
    expect(await read(names.at(-1) ?? '')).toBe(names.at(-1))
    expect(fetched).toEqual([...names, 'one more'])
    expect(fs.readdirSync(incoming)).toHaveLength(limits.localOriginals)
  })

  it('is not swept while somebody reads it, however long that takes', async () => {
    const read = await originals.use('book', first =>
      originals
        .use('book', async file => {
          const longAgo = new Date(Date.now() - 2 * limits.incomingIdleMs)
          fs.utimesSync(file, longAgo, longAgo)
          expect([first, await sweepIncoming(incoming)]).toEqual([file, 0])
          return file
        })
        .then(async file => {
          expect(await sweepIncoming(incoming), 'the first still reads').toBe(0)
          return file
        }),
    )
    expect(fs.existsSync(read)).toBe(true)
    expect(await sweepIncoming(incoming), 'nobody reads it').toBe(1)
  })

  it('is not swept while it is asked for, and comes again when it was', async () => {
    await read('book')
    const [copy = ''] = fs.readdirSync(incoming).map(name => `${incoming}/${name}`)
    const longAgo = new Date(Date.now() - 2 * limits.incomingIdleMs)
    fs.utimesSync(copy, longAgo, longAgo)
    const swept = await originals.use('book', async () => sweepIncoming(incoming))
    expect([swept, fetched]).toEqual([0, ['book']])
    fs.rmSync(copy)
    expect(await read('book')).toBe('book')
    expect(fetched).toEqual(['book', 'book'])
  })
})
