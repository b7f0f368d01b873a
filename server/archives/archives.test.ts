import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { packArchive, unicodePathField } from '#test/archives/packed.ts'
import type { PackedEntry } from '#test/archives/packed.ts'
import type { ByteSource } from './block-reader.ts'
import { decodeNames } from './decode-names.ts'
import { filesOfArchive, readPaths } from './read-archive.ts'
import type { FoundFile } from './read-archive.ts'

const kept = fileURLToPath(new URL('../../test/archives/kept', import.meta.url))
const names = JSON.parse(fs.readFileSync(path.join(kept, '../names.json'), 'utf8')) as {
  sheets: { entry: string; school: string }[]
}
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-archives-'))
afterAll(() => fs.rmSync(scratch, { recursive: true }))

let scratchFiles = 0
const newScratchPath = () => path.join(scratch, String((scratchFiles += 1)))

/** A source that counts what is read of it. */
function sourceOf(bytes: Buffer): ByteSource & { reads: number } {
  return {
    size: bytes.length,
    reads: 0,
    async read({ start, end }) {
      this.reads += 1
      expect(end).toBeLessThan(bytes.length)
      return Readable.from([bytes.subarray(start, end + 1)])
    },
  }
}

interface Read extends FoundFile {
  bytes: Buffer | undefined
  error: string | undefined
}

async function readAll(bytes: Buffer): Promise<{ files: Read[]; paths: string[]; encoding: string }> {
  const files: Read[] = []
  for await (const file of filesOfArchive(sourceOf(bytes), { newScratchPath })) {
    const read: Read = { ...file, bytes: undefined, error: file.fault }
    if (file.fault === undefined) {
      await buffer(Readable.from(file.content())).then(
        content => (read.bytes = content),
        (error: { fault?: string }) => (read.error = error.fault ?? String(error)),
      )
    }
    files.push(read)
  }
  return { files, ...(await readPaths(files)) }
}

const entry = (name: string, content: string | Buffer, more: Partial<PackedEntry> = {}): PackedEntry => ({
  name: Buffer.from(name),
  content: Buffer.from(content),
  ...more,
})

async function faults(entries: PackedEntry[]): Promise<(string | undefined)[]> {
  return (await readAll(packArchive(entries))).files.map(file => file.error)
}

describe('archives', () => {
  const expected = names.sheets.map(sheet => sheet.entry).sort()
  const encodings: Record<string, string> = {
    'explorer-arabic.zip': 'cp720',
    'winzip.zip': 'cp1256',
    'nested.zip': 'cp1256',
    'dos.zip': 'cp864',
    'dos-screen.zip': 'cp864',
    'mangled.zip': 'cp720',
  }

  it.each(fs.readdirSync(kept))('give every name and every byte as %s has them', async file => {
    const { files, paths, encoding } = await readAll(fs.readFileSync(path.join(kept, file)))
    expect(paths.toSorted()).toEqual(expected)
    expect(encoding).toBe(encodings[file] ?? 'utf-8')
    for (const [index, read] of files.entries()) {
      const school = names.sheets.find(sheet => sheet.entry === paths[index])?.school ?? ''
      expect(read.bytes?.toString('latin1')).toContain(
        Buffer.from(school, 'utf16le').swap16().toString('hex'),
      )
    }
    expect(fs.readdirSync(scratch)).toEqual([])
  })

  it('are told from one name alone, and follow the encoding that staff choose', async () => {
    const raw = Buffer.from('e3cfd1d3c920c7e1d1c7d2ed', 'hex')
    const name = { raw, certain: undefined }
    expect(await decodeNames([name])).toEqual({ names: ['مدرسة الرازي'], encoding: 'cp1256' })
    expect((await decodeNames([name], 'cp437')).names[0]).toContain('╧')
  })

  it('keep names in UTF-8 among others that are not', async () => {
    const cp1256 = Buffer.from([0xe3, 0xcf, 0xd1, 0xd3, 0xc9])
    const { names: read } = await decodeNames([
      { raw: cp1256, certain: undefined },
      { raw: Buffer.from('ثانوية'), certain: undefined },
      { raw: Buffer.from('readme.txt'), certain: undefined },
    ])
    expect(read).toEqual(['مدرسة', 'ثانوية', 'readme.txt'])
  })

  it('are called by the field beside a name only while its sum fits the name', async () => {
    const raw = Buffer.from([0xe3, 0xcf, 0xd1, 0xd3, 0xc9])
    const named = (extra: Buffer) => packArchive([{ name: raw, content: Buffer.from('x'), extra }])
    expect((await readAll(named(unicodePathField(raw, 'ثانوية')))).paths).toEqual(['ثانوية'])
    expect((await readAll(named(unicodePathField(Buffer.from('other'), 'ثانوية')))).paths).toEqual(['مدرسة'])
  })

  it('fail entry by entry, each for its own reason', async () => {
    const sound = entry('sound.pdf', 'sound')
    expect(
      await faults([
        sound,
        entry('../out.pdf', 'x'),
        entry('c:\\out.pdf', 'x'),
        entry('secret.pdf', 'x', { flags: 1 }),
        entry('link', '/etc/passwd', { madeBy: 0x0314, attributes: 0o120777 * 0x10000 }),
        entry('odd.pdf', 'x', { method: 14 }),
        entry('bomb.pdf', Buffer.alloc(4_000_000)),
        entry('short.pdf', 'abcdef', { claims: { size: 3 } }),
        entry('long.pdf', 'abcdef', { claims: { size: 30 } }),
        entry('sum.pdf', 'abcdef', { claims: { crc: 1 } }),
        entry('stored.pdf', 'abcdef', { method: 0, claims: { size: 5 } }),
        entry('noise.pdf', 'abcdef', { claims: { packedSize: 4 } }),
      ]),
    ).toEqual([
      undefined,
      'path',
      'path',
      'encrypted',
      'link',
      'method',
      'bomb',
      'size',
      'size',
      'damaged',
      'size',
      'damaged',
    ])
  })

  it('refuse entries that share their bytes, and those whose place is none', async () => {
    const kernel = entry('a.pdf', 'the same bytes for all')
    const copies = ['b.pdf', 'c.pdf'].map(name => entry(name, kernel.content, { claims: { offset: 0 } }))
    expect(await faults([kernel, ...copies])).toEqual(['overlap', 'overlap', 'overlap'])
    expect(await faults([entry('a.pdf', 'a', { claims: { offset: 5_000_000 } })])).toEqual(['damaged'])
  })

  it('open archives in them one level deep, and say so of a broken one and of a deeper one', async () => {
    const deep = packArchive([entry('deep.pdf', 'deep')])
    const inner = packArchive([entry('in.pdf', 'in'), entry('deep.zip', deep)])
    const { files, paths } = await readAll(
      packArchive([
        entry('1.zip', inner),
        entry('2.zip', inner, { method: 0 }),
        entry('3.zip', inner.subarray(0, -9)),
        entry('last.pdf', 'last'),
      ]),
    )
    expect(paths).toEqual(['1/in.pdf', '1/deep.zip', '2/in.pdf', '2/deep.zip', '3.zip', 'last.pdf'])
    expect(files.map(file => file.error)).toEqual([
      undefined,
      'tooDeep',
      undefined,
      'tooDeep',
      'damaged',
      undefined,
    ])
    expect(fs.readdirSync(scratch)).toEqual([])
  })

  it('cannot be opened when they are cut, are none, or list more than allowed', async () => {
    const whole = packArchive([entry('a.pdf', 'a')])
    await expect(readAll(whole.subarray(0, 40))).rejects.toMatchObject({ fault: 'damagedArchive' })
    await expect(readAll(Buffer.from('no archive'))).rejects.toMatchObject({ fault: 'damagedArchive' })
    const many = packArchive(
      Array.from({ length: 20_001 }, (_, index) => entry(`${index}.pdf`, '', { method: 0 })),
    )
    await expect(readAll(many)).rejects.toMatchObject({ fault: 'tooMany' })
  })

  it('are read by ranges: a list of thousands costs a few reads', async () => {
    const bytes = packArchive(
      Array.from({ length: 2000 }, (_, index) => entry(`${index}/مدرسة.pdf`, '', { method: 0 })),
    )
    const source = sourceOf(bytes)
    let count = 0
    for await (const _ of filesOfArchive(source, { newScratchPath })) count += 1
    expect(count).toBe(2000)
    expect(source.reads).toBeLessThan(10)
  })
})
