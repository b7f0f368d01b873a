import type { Glyph } from './page-glyphs.ts'
import { union } from './page-glyphs.ts'
import { directionOf } from './scripts.ts'

const mark = /^\p{M}+$/u
const arabicLetters = /^[\u0621-\u064a\u0671-\u06d3]{2,}$/u
const lamAlef = /^(?:ل[اأإآٱ]|[اأإآٱ]ل)$/u
const invisible = /[\p{Cf}\u0640]/gu
const elongation = /^\u0640+$/u
const presentation = /[\ufb50-\ufdff\ufe70-\ufeff]/u
/** Words that fonts draw as one glyph. */
const wholeWords = ['الله', 'لله', 'محمد', 'صلى', 'عليه', 'وسلم', 'رسول', 'ريال', 'أكبر']
const maxLettersOfGlyph = 6
const nearEm = 1.2
const mostLamAlef = 0.2
const mostWidths = 10
const widerThanLamAlef = 0.7
const strokeReachEm = 0.15
const flatEm = 0.15

/** What was found of a page's letters while they were mended. */
export interface MendedGlyphs {
  glyphs: Glyph[]
  /** Share of glyphs whose letters can be believed or were mended, 0 to 1. */
  believable: number
}

/**
 * Puts right what files say wrongly of single glyphs: ligatures in the wrong order, presentation forms, marks that
 * stand apart, glyphs without letters where lam-alef must be.
 */
export function mendGlyphs(drawn: readonly Glyph[]): MendedGlyphs {
  const turnsLigatures = ligaturesAreTurned(drawn)
  const glyphs: Glyph[] = []
  const marks: Glyph[] = []
  const stretches: Glyph[] = []
  let wrong = 0
  for (const [index, glyph] of drawn.entries()) {
    const text = glyph.isUnknown ? '' : plainText(glyph.text, turnsLigatures)
    if (text.length > maxLettersOfGlyph && !wholeWords.includes(text)) wrong += 1
    const mended = { ...glyph, text }
    if (elongation.test(glyph.text) || isStroke(glyph)) {
      stretches.push(glyph)
      continue
    }
    if (text !== '' && mark.test(text)) marks.push({ ...mended, isSpace: false })
    else if (glyph.isSpace && standsWithMark(glyph, drawn, index)) continue
    else glyphs.push(mended)
  }
  const unknown = resolveUnknown(withoutEchoes(glyphs))
  wrong += unknown.wrong
  for (const each of stretches.toSorted((a, b) => b.ink.right - a.ink.right)) lengthen(each, unknown.glyphs)
  for (const each of marks) attach(each, unknown.glyphs)
  const written = unknown.glyphs.filter(glyph => !glyph.isSpace).length
  return {
    glyphs: unknown.glyphs,
    believable: written === 0 ? 1 : 1 - Math.min(1, wrong / written),
  }
}

/** A letter with a mark is drawn as two glyphs, and some files give the letter and the mark to both. */
function withoutEchoes(glyphs: readonly Glyph[]): Glyph[] {
  const area = ({ ink }: Glyph) => (ink.right - ink.left) * (ink.bottom - ink.top)
  const marked = glyphs.filter(glyph => /^\p{L}\p{M}+$/u.test(glyph.text))
  const echoes = new Set(
    marked.filter(glyph =>
      marked.some(
        other =>
          other !== glyph &&
          other.text === glyph.text &&
          Math.abs(other.drawn - glyph.drawn) <= 1 &&
          Math.abs(other.x - glyph.x) < glyph.em &&
          area(glyph) < 0.5 * area(other),
      ),
    ),
  )
  return glyphs.filter(glyph => !echoes.has(glyph))
}

/** A mark alone comes as a space with the mark: no space is seen there. */
function standsWithMark(space: Glyph, glyphs: readonly Glyph[], index: number): boolean {
  return [glyphs[index - 1], glyphs[index + 1]].some(
    other =>
      other !== undefined &&
      mark.test(other.text) &&
      Math.abs(other.x - space.x) < 0.02 * space.em &&
      Math.abs(other.baseline - space.baseline) < 0.02 * space.em,
  )
}

/** Whether this file's glyphs of several letters come with the last letter first. */
function ligaturesAreTurned(glyphs: readonly Glyph[]): boolean {
  let turned = 0
  let right = 0
  for (const { text } of glyphs) {
    if (!lamAlef.test(text)) continue
    if (text.startsWith('ل')) right += 1
    else turned += 1
  }
  return turned >= right
}

function plainText(text: string, turnsLigatures: boolean): string {
  let plain = text
  if (presentation.test(plain)) {
    plain = plain
      .split('')
      .map(character => (presentation.test(character) ? character.normalize('NFKC').trim() : character))
      .join('')
  }
  plain = plain.replace(invisible, '')
  if (/\p{M}/u.test(plain)) plain = plain.trim()
  if (/^\p{M}+[^\p{M}]/u.test(plain)) plain = [...plain].toReversed().join('')
  if (plain.length < 2 || !arabicLetters.test(plain)) return plain
  const turned = [...plain].toReversed().join('')
  if (lamAlef.test(plain)) return plain.startsWith('ل') ? plain : turned
  if (wholeWords.includes(plain)) return plain
  if (wholeWords.includes(turned)) return turned
  return turnsLigatures ? turned : plain
}

/** Glyphs without letters that stand inside an Arabic word are lam-alef: the ligature that producers forget. */
function resolveUnknown(glyphs: readonly Glyph[]): { glyphs: Glyph[]; wrong: number } {
  if (!glyphs.some(glyph => glyph.isUnknown)) return { glyphs: [...glyphs], wrong: 0 }
  const groups = new Map<string, Glyph[]>()
  const rest: Glyph[] = []
  const isPart = partOfUnknown(glyphs)
  for (const [index, glyph] of glyphs.entries()) {
    if (!isPart[index]) {
      rest.push(glyph)
      continue
    }
    const key = `${glyph.x.toFixed(1)} ${glyph.baseline.toFixed(1)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [glyph])
    else group.push(glyph)
  }

  let wrong = 0
  const mended: Glyph[] = []
  const tops = tallLetters(rest)
  for (const group of groups.values()) {
    const whole = group.reduce((sum, glyph) => ({
      ...sum,
      ink: union(sum.ink, glyph.ink),
      place: union(sum.place, glyph.place),
    }))
    if (!isLamAlefShape(whole, tops) || !rest.some(other => isArabicBeside(other, whole))) {
      wrong += 1
      continue
    }
    mended.push({ ...whole, text: lettersByShape(whole, tops), isUnknown: false, isSpace: false })
  }
  // Lam-alef has a few widths; more, or too many glyphs, are letters of which the file says nothing.
  const widths = new Set(mended.map(glyph => ((glyph.place.right - glyph.place.left) / glyph.em).toFixed(2)))
  if (widths.size > mostWidths || mended.length > mostLamAlef * rest.length) wrong += mended.length * 4
  return { glyphs: [...rest, ...mended], wrong }
}

/** Some producers draw lam-alef as a glyph without advance over another, both with arbitrary letters. */
function partOfUnknown(glyphs: readonly Glyph[]): boolean[] {
  const isPart = glyphs.map(glyph => glyph.isUnknown)
  for (const [index, glyph] of glyphs.entries()) {
    if (glyph.isSpace || directionOf(glyph.text) === 'rtl') continue
    if (glyph.place.right - glyph.place.left > 0.02 * glyph.em) continue
    for (const at of [index - 1, index + 1]) {
      const other = glyphs[at]
      if (other === undefined || other.isSpace || directionOf(other.text) === 'rtl') continue
      if (Math.abs(other.x - glyph.x) > 0.05 * glyph.em) continue
      if (Math.abs(other.baseline - glyph.baseline) > 0.05 * glyph.em) continue
      isPart[index] = true
      isPart[at] = true
    }
  }
  return isPart
}

function isArabicBeside(other: Glyph, whole: Glyph): boolean {
  if (directionOf(other.text) !== 'rtl') return false
  if (Math.abs(other.baseline - whole.baseline) > 0.3 * whole.em) return false
  const gap = Math.max(other.ink.left - whole.ink.right, whole.ink.left - other.ink.right)
  return gap < nearEm * whole.em
}

function isLamAlefShape(whole: Glyph, tall: number): boolean {
  const above = (whole.baseline - whole.ink.top) / whole.em
  const width = (whole.ink.right - whole.ink.left) / whole.em
  return above > 0.75 * tall && width > 0.15 && width < 1.1
}

/** How far lam and alef reach above the baseline. Units: em. */
function tallLetters(glyphs: readonly Glyph[]): number {
  const heights = glyphs
    .filter(glyph => glyph.text === 'ل' || glyph.text === 'ا')
    .map(glyph => (glyph.baseline - glyph.ink.top) / glyph.em)
    .toSorted((a, b) => a - b)
  return heights[Math.floor(heights.length * 0.9)] ?? 0.75
}

function lettersByShape(glyph: Glyph, tall: number): string {
  const above = (glyph.baseline - glyph.ink.top) / glyph.em
  const below = (glyph.ink.bottom - glyph.baseline) / glyph.em
  if ((glyph.ink.right - glyph.ink.left) / glyph.em > widerThanLamAlef) return 'لله'
  if (below > 0.1) return 'لإ'
  if (above > tall + 0.06) return 'لأ'
  return 'لا'
}

/** A flat piece of the line of writing, of which some files do not say that it is no letter. */
function isStroke({ isUnknown, ink, baseline, em }: Glyph): boolean {
  const height = ink.bottom - ink.top
  return (
    isUnknown &&
    height < flatEm * em &&
    height < ink.right - ink.left &&
    Math.abs(baseline - ink.bottom) < flatEm * em
  )
}

/** Gives a stroke that only fills the line to the letter at its right: no gap is seen there. */
function lengthen(stroke: Glyph, glyphs: readonly Glyph[]): void {
  const letter = glyphs.find(
    glyph =>
      directionOf(glyph.text) === 'rtl' &&
      Math.abs(glyph.baseline - stroke.baseline) < 0.1 * glyph.em &&
      Math.abs(glyph.ink.left - stroke.ink.right) < strokeReachEm * glyph.em,
  )
  if (letter === undefined) return
  letter.ink = { ...letter.ink, left: Math.min(letter.ink.left, stroke.ink.left) }
  letter.place = { ...letter.place, left: Math.min(letter.place.left, stroke.place.left) }
}

/** Gives a mark to the letter that it stands over or under. */
function attach(each: Glyph, glyphs: Glyph[]): void {
  const centre = (each.ink.left + each.ink.right) / 2
  const near = glyphs.filter(
    glyph =>
      directionOf(glyph.text) === 'rtl' &&
      centre > glyph.ink.left - 0.15 * glyph.em &&
      centre < glyph.ink.right + 0.15 * glyph.em &&
      gapBetween(each, glyph) < 1.2 * glyph.em,
  )
  const onLine = near.filter(glyph => Math.abs(glyph.baseline - each.baseline) < 0.15 * glyph.em)
  let best: Glyph | undefined
  let bestDistance = Infinity
  for (const glyph of onLine.length > 0 ? onLine : near) {
    const across = Math.abs(centre - (glyph.ink.left + glyph.ink.right) / 2)
    const distance = 3 * across + 0.5 * gapBetween(each, glyph)
    if (distance < bestDistance) {
      best = glyph
      bestDistance = distance
    }
  }
  if (best === undefined) return
  best.text = `${best.text}${each.text}`.normalize('NFC')
}

function gapBetween(a: Glyph, b: Glyph): number {
  return Math.max(0, a.ink.top - b.ink.bottom, b.ink.top - a.ink.bottom)
}
