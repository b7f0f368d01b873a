/**
 * Teaches the nets that read digits on pictures of pages, from pictures of the digits of many fonts.
 *
 *   npm run bench -- digit-nets [--quick] [--on]
 *
 * --on: goes on from the nets that are kept, with a slower pace.
 *
 * Needs a network for fonts of the npm registry, and Debian packages: fonts-hosny-amiri fonts-kacst fonts-noto-core
 * fonts-sil-scheherazade fonts-dejavu-core fonts-urw-base35. Writes server/reading/digit-nets.json: some 20 minutes; run
 * it again only for more fonts. Some fonts are never learnt from; how they are read is printed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { look, layersOf, noDigit, unpackNet, weightNames } from '#server/reading/digit-net.ts'
import type { KeptNet, NetWeights } from '#server/reading/digit-net.ts'
import { faces, heldFaces, openFonts } from './digit-fonts.ts'
import { fontOf, samplesOf } from './digit-samples.ts'
import type { DigitSample } from './digit-samples.ts'
import { newNet, teach } from './teach-net.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, on: { type: 'boolean', default: false } },
})
const target = path.resolve(import.meta.dirname, '../server/reading/digit-nets.json')
const pagesOfFace = values.quick ? 1 : 2
const rounds = values.on ? 2 : values.quick ? 3 : 5
const slowPace = 0.001

async function gather(list: readonly string[], from: number): Promise<DigitSample[]> {
  const samples: DigitSample[] = []
  for (const [index, file] of list.entries()) {
    for (const script of ['latn', 'arab'] as const) {
      const font = fontOf(file, script)
      if (font === undefined) continue
      for (let page = 0; page < pagesOfFace; page += 1) {
        samples.push(
          ...(await samplesOf(font, script, from + index * 100 + page * 2 + (script === 'arab' ? 1 : 0))),
        )
      }
    }
  }
  return samples
}

function report(nets: readonly NetWeights[], samples: readonly DigitSample[], name: string): void {
  let right = 0
  let sure = 0
  let wrong = 0
  const layers = nets.map(layersOf)
  for (const { window, label } of samples) {
    const least = nets
      .map((net, index) => {
        const own = layers[index]
        return own === undefined ? [] : Array.from(look(net, window, own))
      })
      .reduce((a, b) => a.map((chance, index) => Math.min(chance, b[index] ?? 0)))
    const best = least.indexOf(Math.max(...least))
    if (best === label) right += 1
    if (best === noDigit || (least[best] ?? 0) < 0.95) continue
    sure += 1
    if (best !== label) wrong += 1
  }
  const share = (count: number) => `${((100 * count) / samples.length).toFixed(2)} %`
  console.log(
    `${name}: ${samples.length} signs, right ${share(right)}, sure ${share(sure)}, surely wrong ${wrong}`,
  )
}

function kept(net: NetWeights): KeptNet {
  const { first, second, hidden } = net
  const weights = Object.fromEntries(
    weightNames.map(name => {
      const list = net[name]
      const scale = list.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6) / 32_767
      const bytes = Buffer.alloc(list.length * 2)
      for (const [index, weight] of list.entries()) bytes.writeInt16LE(Math.round(weight / scale), index * 2)
      return [name, { scale, values: bytes.toString('base64') }]
    }),
  ) as KeptNet['weights']
  return { first, second, hidden, weights }
}

const fonts = openFonts()
const samples = await gather(faces.flatMap(fonts.filesOf), 1000)
const held = await gather(heldFaces.flatMap(fonts.filesOf), 900_000)
fonts.close()
console.log(`${samples.length} signs to learn from`)
const before = values.on ? (JSON.parse(readFileSync(target, 'utf8')) as KeptNet[]).map(unpackNet) : []
const nets = [1, 2].map(seed => {
  const net = before[seed - 1] ?? newNet({ first: 8, second: 16, hidden: 48 }, seed)
  teach(net, samples, {
    rounds,
    seed,
    ...(values.on ? { pace: slowPace } : {}),
    onRound: (round, loss) => console.log(`net ${seed}, round ${round}: ${loss.toFixed(4)}`),
  })
  return net
})
writeFileSync(target, `${JSON.stringify(nets.map(kept), null, 1)}\n`)
report(nets, samples, 'learnt fonts')
report(nets, held, 'held-out fonts')
