/** Teaches a net of `server/reading/digit-net.ts` by examples: Adam, in portions. */
import { columns2, layersOf, look, netClasses, rows2, weightNames } from '#server/reading/digit-net.ts'
import type { NetLayers, NetShape, NetWeights } from '#server/reading/digit-net.ts'
import { windowColumns, windowRows } from '#server/reading/digit-window.ts'
import type { DigitSample } from './digit-samples.ts'
import { seeded } from './sheet-plans.ts'

const portion = 32
const [decay1, decay2] = [0.9, 0.999]
const firstPace = 0.002

/** A net that knows nothing. */
export function newNet(shape: NetShape, seed: number): NetWeights {
  const next = seeded(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(next() + 1e-9)) * Math.cos(2 * Math.PI * next())
  const list = (count: number, inputs: number) =>
    Float32Array.from({ length: count }, () => gauss() * Math.sqrt(2 / inputs))
  const { first, second, hidden } = shape
  const cells = second * rows2 * columns2
  return {
    ...shape,
    fold1: list(first * 9, 9),
    bias1: new Float32Array(first),
    fold2: list(second * first * 9, first * 9),
    bias2: new Float32Array(second),
    full1: list(hidden * cells, cells),
    bias3: new Float32Array(hidden),
    full2: list(netClasses * hidden, hidden),
    bias4: new Float32Array(netClasses),
  }
}

type Lists = Record<(typeof weightNames)[number], Float32Array>

const emptyLists = (net: NetWeights) =>
  Object.fromEntries(weightNames.map(name => [name, new Float32Array(net[name].length)])) as Lists

/** Changes the weights of `net` by the examples, `rounds` times through all of them. */
export function teach(
  net: NetWeights,
  samples: readonly DigitSample[],
  options: { rounds: number; seed: number; pace?: number; onRound: (round: number, loss: number) => void },
): void {
  const next = seeded(options.seed + 77)
  const layers = layersOf(net)
  const back = layersOf(net)
  const slopes = emptyLists(net)
  const mean = emptyLists(net)
  const square = emptyLists(net)
  const order = samples.map((_, index) => index)
  const steps = Math.ceil(samples.length / portion) * options.rounds
  let step = 0
  for (let round = 0; round < options.rounds; round += 1) {
    shuffle(order, next)
    let loss = 0
    for (let from = 0; from < order.length; from += portion) {
      for (const name of weightNames) slopes[name].fill(0)
      const chosen = order.slice(from, from + portion)
      for (const index of chosen) {
        const sample = samples[index]
        if (sample !== undefined) loss += learnOne(net, sample, layers, back, slopes)
      }
      step += 1
      const pace = ((options.pace ?? firstPace) * (1 + Math.cos((Math.PI * step) / steps))) / 2
      for (const name of weightNames) {
        adjust(net[name], slopes[name], mean[name], square[name], { step, pace, count: chosen.length })
      }
    }
    options.onRound(round + 1, loss / samples.length)
  }
}

function shuffle(order: number[], next: () => number): void {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(next() * (index + 1))
    ;[order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0]
  }
}

function adjust(
  weights: Float32Array,
  slopes: Float32Array,
  mean: Float32Array,
  square: Float32Array,
  { step, pace, count }: { step: number; pace: number; count: number },
): void {
  const [rest1, rest2] = [1 - decay1 ** step, 1 - decay2 ** step]
  for (let index = 0; index < weights.length; index += 1) {
    const slope = (slopes[index] ?? 0) / count
    const slow = decay1 * (mean[index] ?? 0) + (1 - decay1) * slope
    const wide = decay2 * (square[index] ?? 0) + (1 - decay2) * slope * slope
    mean[index] = slow
    square[index] = wide
    const weight = weights[index] ?? 0
    weights[index] = weight - pace * (slow / rest1 / (Math.sqrt(wide / rest2) + 1e-8) + 1e-4 * weight)
  }
}

function learnOne(
  net: NetWeights,
  { window, label }: DigitSample,
  layers: NetLayers,
  back: NetLayers,
  slopes: Lists,
): number {
  const chances = look(net, window, layers)
  const loss = -Math.log(Math.max(1e-9, chances[label] ?? 0))
  for (let index = 0; index < netClasses; index += 1) {
    back.chances[index] = (chances[index] ?? 0) - (index === label ? 1 : 0)
  }
  backFull(layers.hidden, net.full2, back.chances, slopes.full2, slopes.bias4, back.hidden)
  for (let index = 0; index < back.hidden.length; index += 1) {
    if ((layers.hidden[index] ?? 0) <= 0) back.hidden[index] = 0
  }
  backFull(layers.halved2, net.full1, back.hidden, slopes.full1, slopes.bias3, back.halved2)
  const [rows, columns] = [windowRows / 2, windowColumns / 2]
  backHalve(layers.folded2, layers.halved2, back.halved2, { rows, columns }, back.folded2)
  backFold(
    layers.halved1,
    { rows, columns },
    net.fold2,
    back.folded2,
    slopes.fold2,
    slopes.bias2,
    back.halved1,
  )
  const whole = { rows: windowRows, columns: windowColumns }
  backHalve(layers.folded1, layers.halved1, back.halved1, whole, back.folded1)
  backFold(window, whole, net.fold1, back.folded1, slopes.fold1, slopes.bias1, undefined)
  return loss
}

function backFull(
  from: Float32Array,
  weights: Float32Array,
  slope: Float32Array,
  ofWeights: Float32Array,
  ofBias: Float32Array,
  ofFrom: Float32Array,
): void {
  ofFrom.fill(0)
  const size = from.length
  for (let out = 0; out < slope.length; out += 1) {
    const own = slope[out] ?? 0
    if (own === 0) continue
    ofBias[out] = (ofBias[out] ?? 0) + own
    const row = out * size
    for (let index = 0; index < size; index += 1) {
      ofWeights[row + index] = (ofWeights[row + index] ?? 0) + own * (from[index] ?? 0)
      ofFrom[index] = (ofFrom[index] ?? 0) + own * (weights[row + index] ?? 0)
    }
  }
}

interface Size {
  rows: number
  columns: number
}

/** The slope goes to the largest of every four, where that is above nothing. */
function backHalve(
  folded: Float32Array,
  halved: Float32Array,
  slope: Float32Array,
  { rows, columns }: Size,
  into: Float32Array,
): void {
  into.fill(0)
  const perChannel = (rows * columns) / 4
  for (let at = 0; at < halved.length; at += 1) {
    const most = halved[at] ?? 0
    if (most <= 0) continue
    const channel = Math.floor(at / perChannel)
    const rest = at % perChannel
    const y = Math.floor(rest / (columns / 2)) * 2
    const corner = (channel * rows + y) * columns + (rest % (columns / 2)) * 2
    for (const cell of [corner, corner + 1, corner + columns, corner + columns + 1]) {
      if (folded[cell] !== most) continue
      into[cell] = slope[at] ?? 0
      break
    }
  }
}

function backFold(
  from: Float32Array,
  { rows, columns }: Size,
  weights: Float32Array,
  slope: Float32Array,
  ofWeights: Float32Array,
  ofBias: Float32Array,
  ofFrom: Float32Array | undefined,
): void {
  const size = rows * columns
  const channels = from.length / size
  const outs = slope.length / size
  ofFrom?.fill(0)
  for (let out = 0; out < outs; out += 1) {
    for (let cell = 0; cell < size; cell += 1) {
      const own = slope[out * size + cell] ?? 0
      if (own === 0) continue
      ofBias[out] = (ofBias[out] ?? 0) + own
      const y = Math.floor(cell / columns)
      const x = cell % columns
      for (let tap = 0; tap < 9; tap += 1) {
        const v = y + Math.floor(tap / 3) - 1
        const u = x + (tap % 3) - 1
        if (v < 0 || u < 0 || v >= rows || u >= columns) continue
        for (let channel = 0; channel < channels; channel += 1) {
          const weight = (out * channels + channel) * 9 + tap
          const cellBefore = channel * size + v * columns + u
          ofWeights[weight] = (ofWeights[weight] ?? 0) + own * (from[cellBefore] ?? 0)
          if (ofFrom !== undefined) {
            ofFrom[cellBefore] = (ofFrom[cellBefore] ?? 0) + own * (weights[weight] ?? 0)
          }
        }
      }
    }
  }
}
