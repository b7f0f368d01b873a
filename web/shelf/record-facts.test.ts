import { expect, it, vi } from 'vitest'
import { factsOfRecord } from './record-facts.ts'
import type { KeepableRecord } from './record-facts.ts'
import { hasSameFiles, sizeOf } from './shelf-item.ts'

vi.stubGlobal('location', { href: 'https://rafid.example/books/a' })

const [whole, light, other] = ['a', 'b', 'c'].map(letter => letter.repeat(64))
const fileOf = (sha256: string | undefined, size: number) => ({
  url: `/files/${sha256}/x.pdf`,
  name: 'x.pdf',
  size,
  type: 'application/pdf',
})
const recordOf = (file: KeepableRecord['file']): KeepableRecord => ({
  id: 'a',
  title: 'كتاب',
  subject: 'CHEMISTRY',
  stage: 'SIXTH_PREPARATORY',
  releaseYear: 2026,
  file: file ?? null,
})

it('keeps the light copy of a file where there is one, and takes it for the same file', () => {
  const kept = factsOfRecord('book', recordOf(fileOf(whole, 84_000_000)))
  const lighter = factsOfRecord(
    'book',
    recordOf({ ...fileOf(whole, 84_000_000), light: fileOf(light, 6_000_000) }),
  )
  expect(lighter.files).toEqual([{ ...fileOf(light, 6_000_000), sha256: light, of: whole }])
  expect(sizeOf(lighter)).toBe(6_000_000)
  expect(hasSameFiles(kept, lighter)).toBe(true)
  expect(hasSameFiles(lighter, factsOfRecord('book', recordOf(fileOf(other, 1))))).toBe(false)
})
