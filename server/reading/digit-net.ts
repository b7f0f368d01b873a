import { readFileSync } from 'node:fs'
import { windowColumns, windowRows } from './digit-window.ts'
import type { DigitWindow } from './digit-window.ts'

export type DigitScript = 'latn' | 'arab'

/** Ten digits of each script, and what is no digit. */
export const netClasses = 21
export const noDigit = 20

export interface NetShape {
  first: number
  second: number
  hidden: number
}

/** Weights of a small net: two foldings of 3 × 3, each halved, then two full layers. */
export interface NetWeights extends NetShape {
  /** Shape: `first` × 9. */
  fold1: Float32Array
  bias1: Float32Array
  /** Shape: `second` × `first` × 9. */
  fold2: Float32Array
  bias2: Float32Array
  /** Shape: `hidden` × cells of the second layer. */
  full1: Float32Array
  bias3: Float32Array
  /** Shape: `netClasses` × `hidden`. */
  full2: Float32Array
  bias4: Float32Array
}

export const weightNames = ['fold1', 'bias1', 'fold2', 'bias2', 'full1', 'bias3', 'full2', 'bias4'] as const

const rows1 = windowRows / 2
const columns1 = windowColumns / 2
export const rows2 = rows1 / 2
export const columns2 = columns1 / 2

/** What a net keeps of one look: the values of its layers. */
export interface NetLayers {
  folded1: Float32Array
  halved1: Float32Array
  folded2: Float32Array
  halved2: Float32Array
  hidden: Float32Array
  chances: Float32Array
}

/** Room for the layers of a net. */
export function layersOf({ first, second, hidden }: NetShape): NetLayers {
  return {
    folded1: new Float32Array(first * windowRows * windowColumns),
    halved1: new Float32Array(first * rows1 * columns1),
    folded2: new Float32Array(second * rows1 * columns1),
    halved2: new Float32Array(second * rows2 * columns2),
    hidden: new Float32Array(hidden),
    chances: new Float32Array(netClasses),
  }
}

/** How likely each class is for a window; written into `layers`. */
export function look(net: NetWeights, window: DigitWindow, layers: NetLayers): Float32Array {
  fold(window, 1, windowRows, windowColumns, net.fold1, net.bias1, layers.folded1)
  halve(layers.folded1, net.first, windowRows, windowColumns, layers.halved1)
  fold(layers.halved1, net.first, rows1, columns1, net.fold2, net.bias2, layers.folded2)
  halve(layers.folded2, net.second, rows1, columns1, layers.halved2)
  full(layers.halved2, net.full1, net.bias3, layers.hidden)
  for (let index = 0; index < layers.hidden.length; index += 1) {
    layers.hidden[index] = Math.max(0, layers.hidden[index] ?? 0)
  }
  full(layers.hidden, net.full2, net.bias4, layers.chances)
  const most = Math.max(...layers.chances)
  let sum = 0
  for (let index = 0; index < netClasses; index += 1) {
    const value = Math.exp((layers.chances[index] ?? 0) - most)
    layers.chances[index] = value
    sum += value
  }
  for (let index = 0; index < netClasses; index += 1)
    layers.chances[index] = (layers.chances[index] ?? 0) / sum
  return layers.chances
}

function fold(
  from: Float32Array,
  channels: number,
  rows: number,
  columns: number,
  weights: Float32Array,
  bias: Float32Array,
  into: Float32Array,
): void {
  const size = rows * columns
  for (let out = 0; out < bias.length; out += 1) {
    const target = into.subarray(out * size, (out + 1) * size)
    target.fill(bias[out] ?? 0)
    for (let channel = 0; channel < channels; channel += 1) {
      const source = from.subarray(channel * size, (channel + 1) * size)
      for (let tap = 0; tap < 9; tap += 1) {
        const weight = weights[(out * channels + channel) * 9 + tap] ?? 0
        const dy = Math.floor(tap / 3) - 1
        const dx = (tap % 3) - 1
        const left = Math.max(0, -dx)
        const right = Math.min(columns, columns - dx)
        for (let y = Math.max(0, -dy); y < Math.min(rows, rows - dy); y += 1) {
          const at = (y + dy) * columns + dx
          for (let x = left; x < right; x += 1) {
            target[y * columns + x] = (target[y * columns + x] ?? 0) + weight * (source[at + x] ?? 0)
          }
        }
      }
    }
    for (let index = 0; index < size; index += 1) target[index] = Math.max(0, target[index] ?? 0)
  }
}

/** The largest of every four. */
function halve(
  from: Float32Array,
  channels: number,
  rows: number,
  columns: number,
  into: Float32Array,
): void {
  let at = 0
  for (let channel = 0; channel < channels; channel += 1) {
    for (let y = 0; y < rows; y += 2) {
      for (let x = 0; x < columns; x += 2) {
        const corner = (channel * rows + y) * columns + x
        into[at] = Math.max(
          from[corner] ?? 0,
          from[corner + 1] ?? 0,
          from[corner + columns] ?? 0,
          from[corner + columns + 1] ?? 0,
        )
        at += 1
      }
    }
  }
}

function full(from: Float32Array, weights: Float32Array, bias: Float32Array, into: Float32Array): void {
  const size = from.length
  for (let out = 0; out < into.length; out += 1) {
    let sum = bias[out] ?? 0
    const row = out * size
    for (let index = 0; index < size; index += 1) sum += (weights[row + index] ?? 0) * (from[index] ?? 0)
    into[out] = sum
  }
}

/** Weights as they are kept. Shape: 16-bit whole numbers in base64, each list with its scale. */
export interface KeptNet extends NetShape {
  weights: Record<(typeof weightNames)[number], { scale: number; values: string }>
}

/** Weights from what was kept. */
export function unpackNet({ weights, ...shape }: KeptNet): NetWeights {
  const listOf = (name: (typeof weightNames)[number]) => {
    const { scale, values } = weights[name]
    const bytes = Buffer.from(values, 'base64')
    return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2) * scale)
  }
  return {
    ...shape,
    fold1: listOf('fold1'),
    bias1: listOf('bias1'),
    fold2: listOf('fold2'),
    bias2: listOf('bias2'),
    full1: listOf('full1'),
    bias3: listOf('bias3'),
    full2: listOf('full2'),
    bias4: listOf('bias4'),
  }
}

let nets: { weights: NetWeights; layers: NetLayers }[] | undefined

function loadNets(): { weights: NetWeights; layers: NetLayers }[] {
  if (nets !== undefined) return nets
  const file = new URL('./digit-nets.json', import.meta.url)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptNet[]
  nets = kept.map(each => ({ weights: unpackNet(each), layers: layersOf(each) }))
  return nets
}

/**
 * The least that any of the nets gives to each digit, beside the other digits of its script and what is none. Shape:
 * `netClasses` chances.
 */
export function chancesOf(window: DigitWindow): Float32Array {
  const least = new Float32Array(netClasses).fill(1)
  for (const { weights, layers } of loadNets()) {
    const chances = look(weights, window, layers)
    const none = chances[noDigit] ?? 0
    for (const from of [0, 10]) {
      let sum = none
      for (let index = from; index < from + 10; index += 1) sum += chances[index] ?? 0
      for (let index = from; index < from + 10; index += 1) {
        least[index] = Math.min(least[index] ?? 0, (chances[index] ?? 0) / Math.max(sum, 1e-6))
      }
    }
    least[noDigit] = Math.min(least[noDigit] ?? 0, none)
  }
  return least
}
