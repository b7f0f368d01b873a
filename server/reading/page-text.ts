import { asDrawn } from './drawn-box.ts'
import { contrastOf, inkOf, skewOf, straightened } from './grey-picture.ts'
import type { Grey } from './grey-picture.ts'
import type { Box, Page } from './page.types.ts'
import type { PictureWord, WordReader } from './picture-words.ts'

/** What stands on a page, for searching and for whoever cannot see its picture. */
export interface PageText {
  source: 'layer' | 'picture'
  /** How much of it can be believed, 0 to 1. */
  quality: number
  /** In reading order: lines end with a line feed, words with one space. */
  text: string
  /** Of the words of `text`, in their order, as the page is drawn. Units: fractions. */
  boxes: Box[]
}

/** A page that the reader did not survive: nothing is known of it. */
export const unreadableText = (source: PageText['source']): PageText => ({
  source,
  quality: 0,
  text: '',
  boxes: [],
})

interface PlacedWord {
  text: string
  box: Box
}

const skewInk = 0.8
/** What is as light as its surroundings, however these lie in the shadow. */
const paper = 255
/** Below this a reader has seen something else than a word. */
const leastSure = 0.3
/** A page with less ink than this has nothing to read. */
const blankInk = 0.0008
const letterOrDigit = /[\p{L}\p{N}]/u

/** The text that a page has itself; undefined where it has none that can be believed. */
export function layerText({ lines, needsPicture, quality, turn }: Page): PageText | undefined {
  if (needsPicture) return undefined
  const placed = lines.map(({ words }) => words.map(({ text, box }) => ({ text, box: asDrawn(box, turn) })))
  return { source: 'layer', quality, ...joined(placed) }
}

/**
 * The text of a page's picture; its quality is how sure the reader is of its letters. Takes seconds: for threads at low
 * priority only.
 */
export function pictureText(seen: Grey, reader: WordReader): PageText {
  const contrast = contrastOf(seen)
  const ink = inkOf(seen, contrast, skewInk)
  const skew = skewOf(ink)
  const even = { ...seen, levels: contrast.map(level => Math.min(paper, level * 2)) }
  const straight = skew === 0 ? even : straightened(even, skew)
  const words = reader.read(straight, 'page').filter(({ text }) => letterOrDigit.test(text))
  const sure = words.filter(({ confidence }) => confidence >= leastSure)
  const lines = [...Map.groupBy(sure, ({ line }) => line).values()]
  const placed = lines.map(line => line.map(word => ({ text: word.text, box: onPicture(word, seen, skew) })))
  const isBlank = words.length === 0 && shareOf(ink.bits) < blankInk
  return { source: 'picture', quality: isBlank ? 1 : surenessOf(words), ...joined(placed) }
}

/** How sure the reader is of a page's letters together, 0 to 1. */
function surenessOf(words: readonly PictureWord[]): number {
  let [letters, sure] = [0, 0]
  for (const { text, confidence } of words) {
    letters += text.length
    sure += text.length * confidence
  }
  return letters === 0 ? 0 : sure / letters
}

function shareOf(bits: Uint8Array): number {
  return bits.reduce((sum, bit) => sum + bit, 0) / Math.max(1, bits.length)
}

function joined(lines: readonly (readonly PlacedWord[])[]): Pick<PageText, 'text' | 'boxes'> {
  const boxes: Box[] = []
  const written = lines.flatMap(line => {
    const words = line.flatMap(({ text, box }) => {
      const parts = text.split(/\s+/u).filter(part => part !== '')
      boxes.push(...parts.map(() => box))
      return parts
    })
    return words.length === 0 ? [] : words.join(' ')
  })
  return { text: written.join('\n'), boxes }
}

/** From the straightened picture back to the picture as it is seen. Shape: fractions. */
function onPicture({ box }: PictureWord, { width, height }: Grey, skew: number): Box {
  const angle = (skew * Math.PI) / 180
  const [across, down] = [(box.left + box.right - width) / 2, (box.top + box.bottom - height) / 2]
  const x = width / 2 + across * Math.cos(angle) - down * Math.sin(angle)
  const y = height / 2 + across * Math.sin(angle) + down * Math.cos(angle)
  const [w, h] = [box.right - box.left, box.bottom - box.top]
  return [(x - w / 2) / width, (y - h / 2) / height, w / width, h / height]
}
