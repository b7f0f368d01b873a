import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { filesOfArchive, readPaths } from '#server/archives/read-archive.ts'
import type { FoundFile } from '#server/archives/read-archive.ts'
import { sheetNames } from '#server/content/results/sheets/sheet-names.ts'
import { findSheetRows } from '#server/reading/find-rows.ts'
import type { Page } from '#server/reading/page.types.ts'
import { readPages } from '#server/reading/read-pages.ts'
import { demoResults } from '../demo-results.ts'
import type { DemoResult } from '../demo-results.ts'
import { inventSchools } from './invented-schools.ts'
import type { Place, School } from './invented-schools.ts'
import { drawSchoolArchive } from './school-archive.ts'

const newest = demoResults(new Date('2026-11-21T09:00:00Z')).filter(result => result.archive === 'schools')
const places = newest.map(placeOf)

function placeOf({ input: { stage, city, branch, try: round, releaseYear } }: DemoResult): Place {
  return { stage, city, branch, round, releaseYear }
}

interface OpenedSheet {
  school: string
  group: string | null
  ending: string
  bytes: Buffer
}

async function openArchive(bytes: Buffer): Promise<OpenedSheet[]> {
  const files: FoundFile[] = []
  const contents: Buffer[] = []
  const source = {
    size: bytes.length,
    read: async ({ start, end }: { start: number; end: number }) =>
      Readable.from([bytes.subarray(start, end + 1)]),
  }
  for await (const file of filesOfArchive(source, { newScratchPath: tmpdir })) {
    files.push(file)
    contents.push(await buffer(Readable.from(file.content())))
  }
  const { paths } = await readPaths(files)
  const names = await sheetNames(paths)
  return names.map((name, index) => ({
    ...name,
    ending: paths[index]?.split('.').at(-1) ?? '',
    bytes: contents[index] ?? Buffer.alloc(0),
  }))
}

async function readSheet(bytes: Buffer): Promise<{ text: string; rows: string[][] }> {
  const pages: Page[] = []
  const readAt = (target: Uint8Array, position: number) => {
    target.set(bytes.subarray(position, position + target.length))
    return true
  }
  for await (const page of readPages({ bytes: bytes.length, readAt })) pages.push(page)
  const rows = findSheetRows(pages).flatMap(page => page.rows)
  expect(rows.some(row => row.isDoubtful)).toBe(false)
  return {
    text: pages.flatMap(page => page.lines.map(line => line.text)).join('\n'),
    rows: rows.map(row => [row.number, ...row.texts]),
  }
}

function byName(a: { school: string }, b: { school: string }): number {
  return a.school < b.school ? -1 : 1
}

const named = ({ name, group }: School) => ({ school: name, group })

describe('the archives of the newest releases', () => {
  it('have among their published students the one whom the README names', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    const [, number] = /exam number `(\d+)`/.exec(readme) ?? []
    const published = newest.filter(
      ({ input }) => input.state === undefined && input.stage === 'SIXTH_PREPARATORY',
    )
    const students = published
      .flatMap(result => inventSchools(placeOf(result)))
      .flatMap(school => school.students)
    expect(students.map(({ examNumber }) => examNumber)).toContain(number)
  })

  it('open to the sheets of their schools, in which every number stands with its name and result', async () => {
    let sheetCount = 0
    for (const place of [places[0], places.at(-1), places[5]].flatMap(one => one ?? [])) {
      const schools = inventSchools(place)
      const sheets = await openArchive((await drawSchoolArchive(place)).bytes)
      const pdfs = sheets.filter(sheet => sheet.ending === 'pdf')
      expect(pdfs.map(({ school, group }) => ({ school, group })).toSorted(byName)).toEqual(
        schools.map(named).toSorted(byName),
      )
      for (const { school: name, bytes } of pdfs) {
        const school = schools.find(one => one.name === name)
        const { text, rows } = await readSheet(bytes)
        expect(text).toContain(name)
        expect(rows.map(row => row[0])).toEqual(school?.students.map(student => student.examNumber))
        for (const [index, student] of school?.students.entries() ?? []) {
          expect(rows[index]).toContain(student.name)
          expect(rows[index]).toContain(student.outcome)
        }
        sheetCount += 1
      }
    }
    expect(sheetCount).toBeGreaterThanOrEqual(10)
  })

  it('have clutter and spreadsheets here and there, and digits of both kinds', async () => {
    const [place] = places
    if (!place) throw new Error('no place')
    const { bytes } = await drawSchoolArchive(place)
    expect(bytes.includes('Thumbs.db')).toBe(true)
    const sheets = await openArchive(bytes)
    expect(sheets.map(sheet => sheet.ending)).toContain('xlsx')
    const texts = await Promise.all(
      sheets.filter(sheet => sheet.ending === 'pdf').map(async sheet => (await readSheet(sheet.bytes)).text),
    )
    expect(texts.some(text => text.includes('2026'))).toBe(true)
    expect(texts.some(text => text.includes('٢٠٢٦'))).toBe(true)
  })

  it('are the same bytes each time', async () => {
    const [place] = places
    if (!place) throw new Error('no place')
    const [first, second] = await Promise.all([drawSchoolArchive(place), drawSchoolArchive(place)])
    expect(first.bytes.equals(second.bytes)).toBe(true)
  })

  it('have exam numbers that are in the country once, and schools of different names', () => {
    const schools = places.map(inventSchools)
    const numbers = schools.flat().flatMap(school => school.students.map(student => student.examNumber))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.every(number => /^[1-9]\d{11}$/.test(number))).toBe(true)
    for (const [index, own] of schools.entries()) {
      expect(own.length).toBeGreaterThanOrEqual(3)
      expect(own.length).toBeLessThanOrEqual(6)
      expect(new Set(own.map(school => school.name)).size, places[index]?.city).toBe(own.length)
      for (const { students, subjects } of own) {
        expect(students.length).toBeGreaterThanOrEqual(8)
        expect(students.length).toBeLessThanOrEqual(25)
        expect(subjects.length).toBeGreaterThanOrEqual(4)
      }
    }
  })

  it('are out in most cities, hidden in one, and to come in another', () => {
    const stages = Map.groupBy(newest, result => result.input.stage)
    expect([...stages.keys()]).toEqual(['THIRD_INTERMEDIATE', 'SIXTH_PREPARATORY'])
    for (const [stage, results] of stages) {
      const citiesIn = (state: string) =>
        new Set(results.filter(({ input }) => (input.state ?? 'published') === state).map(r => r.input.city))
          .size
      expect([citiesIn('draft'), citiesIn('scheduled')], stage).toEqual([1, 1])
      expect(citiesIn('published')).toBeGreaterThanOrEqual(16)
      expect(citiesIn('published')).toBeLessThan(20)
    }
  })
})
