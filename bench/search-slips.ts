/**
 * Which kinds of slips in which kinds of queries are mended: queries are made of what records hold, each with one slip
 * of every kind, and count as mended when the first answer without the slip is among the first five with it.
 * Usage: npm run bench -- search-slips [--data DIR] [--queries 40] [--seed 1] [--show SHAPE|SLIP]. Says the CPU time of
 * a query too. Exit code 1 when less than 0.85 of some shape is mended.
 */
import { parseArgs } from 'node:util'
import { openEngines } from './search-engines.ts'
import { seededRandom } from './search-metrics.ts'
import { drawWith } from './search-records.ts'
import { readSample } from './search-sample.ts'
import { shapes, slips } from './slip-families.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'test/search-hard' },
    queries: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string' },
  },
})
const leastMended = 0.85
const counted = 5

interface Trial {
  shape: string
  slip: string
  length: number
  clean: string
  typed: string
  isMended: boolean
}

const { documents } = readSample(values.data)
const [engine] = await openEngines(['rafid'], documents)
if (!engine) throw new Error('There is no engine.')
const draw = drawWith(seededRandom(Number(values.seed)))
const trials: Trial[] = []
let cpuMs = 0

async function ask(query: string): Promise<string[]> {
  const before = process.cpuUsage()
  const ids = (await engine?.search(query, 10)) ?? []
  const { user, system } = process.cpuUsage(before)
  cpuMs += (user + system) / 1000
  return ids
}

for (const [shape, make] of Object.entries(shapes)) {
  for (let made = 0, tried = 0; made < Number(values.queries) && tried < 4000; tried += 1) {
    const query = make(draw.pick(documents), draw)
    if (!query) continue
    const clean = query.words.join(' ')
    const [first] = await ask(clean)
    if (first === undefined) continue
    made += 1
    const word = query.words[query.slipped] ?? ''
    for (const [slip, bend] of Object.entries(slips)) {
      const bent = bend(word, draw)
      if (bent === undefined || bent === word) continue
      const typed = query.words.map((each, at) => (at === query.slipped ? bent : each)).join(' ')
      const ids = await ask(typed)
      trials.push({
        shape,
        slip,
        length: word.length,
        clean,
        typed,
        isMended: ids.slice(0, counted).includes(first),
      })
    }
  }
}
await engine.close()

const shareOf = (own: readonly Trial[]) => own.filter(({ isMended }) => isMended).length / own.length
const cell = (own: readonly Trial[]) => (own.length === 0 ? '–' : shareOf(own).toFixed(3)).padStart(9)
const names = Object.keys(shapes)

function printRow(label: string, own: readonly Trial[]): void {
  const cells = names.map(name => cell(own.filter(({ shape }) => shape === name)))
  console.log(label.padEnd(16) + cells.join('') + cell(own) + String(own.length).padStart(7))
}

console.log(`${values.data}: ${names.map((name, at) => `${at + 1} ${name}`).join(', ')}`)
console.log(''.padEnd(16) + names.map((_, at) => String(at + 1).padStart(9)).join('') + '      all      n')
for (const slip of Object.keys(slips))
  printRow(
    slip,
    trials.filter(trial => trial.slip === slip),
  )
for (const length of [4, 5, 6, 7, 8])
  printRow(
    `${length} letters${length === 8 ? ' +' : ''}`,
    trials.filter(trial => Math.min(8, trial.length) === length),
  )
printRow('all', trials)
console.log(`${(cpuMs / (trials.length || 1)).toFixed(2)} ms of CPU for each slip`)
for (const { shape, slip, clean, typed, isMended } of trials)
  if (!isMended && (shape === values.show || slip === values.show))
    console.log(`${shape} | ${slip} | ${clean} → ${typed}`)
const byShape = names.map(name => shareOf(trials.filter(({ shape }) => shape === name)))
// A shape without a single trial has no share, and shows nothing.
process.exitCode = byShape.every(share => share >= leastMended) ? 0 : 1
