import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { PictureBox } from '#contract/resources/lookup.ts'
import type { ThreadWork } from '#server/jobs/step-thread.ts'
import { writePack } from './number-pack.ts'
import type { PackFacts, PlacedNumber } from './number-pack.ts'

/** A pack to be made. */
export interface PackTask {
  facts: Omit<PackFacts, 'digits' | 'parts'>
  /** What `writePackInput` wrote. */
  input: string
  /** Where the pack goes; nothing is there yet. */
  output: string
}

/** Puts the numbers of a release in order and packs their buckets. */
export const work: ThreadWork<PackTask, null> = async ({ facts, input, output }) => {
  const pages: string[] = []
  const placesOf = new Map<string, number[]>()
  const numbers: PlacedNumber[] = []
  let content = ''
  for await (const line of createInterface({ input: createReadStream(input), crlfDelay: Infinity })) {
    const [first = '', second = '', third = ''] = line.split('\t')
    if (first === 'page') {
      const place = pages.push(third) - 1
      placesOf.set(second, [...(placesOf.get(second) ?? []), place])
    } else if (first === 'content') {
      content = second
    } else {
      const box = JSON.parse(third) as PictureBox
      for (const page of placesOf.get(`${content}/${first}`) ?? [])
        numbers.push({ number: second, page, box })
    }
  }
  writePack(output, facts, pages, numbers)
  return null
}
