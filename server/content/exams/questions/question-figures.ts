import { fold } from '#contract/arabic/fold.ts'

/** Numbers, formulas and the signs between them, as far as no other word parts them. */
const runs = /[A-Za-z0-9\u0370-\u03ff+\-−±×÷=^√∫|!*/<>≤≥()[\]{}.,%°⇌→←²³¹⁰-⁹₀-₉\s]+/gu
const figures = /[A-Za-z]*[0-9]+[A-Za-z0-9]*(?:[.,][0-9]+)*/gu
const brackets = /[()[\]{}]+/gu
/** «m/s^2» is «m/s2». */
const powersOfUnits = /(?<=(?<!\p{L})(?:[cdk]?m|mm|s))\s*\^/giu
/** A sign that stands between words says something: «س + ص». */
const isSaid = /[\p{L}\p{N}+×÷√∫]/u
const edges = /^[.,/*]+-?(?=[.\d])|^[.,/\-*]+(?!\d)|[.,/\-*=]+$/gu

/** Arabic names of units, and how they are written beside figures. */
const units: readonly (readonly [name: string, sign: string])[] = [
  ['كم', 'km'],
  ['سم', 'cm'],
  ['ملم', 'mm'],
  ['مم', 'mm'],
  ['متر', 'm'],
  ['م', 'm'],
  ['كغم', 'kg'],
  ['كجم', 'kg'],
  ['كغ', 'kg'],
  ['غرام', 'g'],
  ['غم', 'g'],
  ['غ', 'g'],
  ['ثانية', 's'],
  ['ثا', 's'],
  ['نيوتن', 'N'],
  ['جول', 'J'],
  ['واط', 'W'],
  ['فولت', 'V'],
  ['فولط', 'V'],
  ['أمبير', 'A'],
  ['امبير', 'A'],
  ['أوم', 'Ω'],
  ['اوم', 'Ω'],
  ['هرتز', 'Hz'],
  ['لتر', 'L'],
  ['مول', 'mol'],
  ['أمتار', 'm'],
  ['امتار', 'm'],
  ['كيلومتر', 'km'],
  ['سنتيمتر', 'cm'],
  ['نانومتر', 'nm'],
  ['كيلوغرام', 'kg'],
  ['ثوان', 's'],
  ['ويبر', 'Wb'],
  ['تسلا', 'T'],
  ['هنري', 'H'],
  ['كولوم', 'C'],
  ['باسكال', 'Pa'],
  ['إلكترون فولت', 'eV'],
  ['الكترون فولت', 'eV'],
]
const signs = new Map(units)
const named = units
  .map(([name]) => name)
  .toSorted((one, other) => other.length - one.length)
  .join('|')
const unit = new RegExp(`([0-9])\\s*(${named})(?:\\s*/\\s*(${named}))?(?=[^\\p{L}]|$)`, 'gu')

/** A text with Latin digits, and with the signs of units instead of their Arabic names behind numbers. */
export function inLatinUnits(text: string): string {
  return text
    .replace(/[٠-٩۰-۹]/gu, digit => fold(digit))
    .replace(/(?<=\d)٫(?=\d)/gu, '.')
    .replace(unit, (whole, digit: string, name: string, per?: string) => {
      const [sign, perSign] = [signs.get(name), per === undefined ? undefined : signs.get(per)]
      return sign === undefined ? whole : `${digit} ${sign}${perSign === undefined ? '' : `/${perSign}`}`
    })
}

/** The numbers and formulas of a text, in no order: readers of pages do not agree on what is written from left to right. */
export function figuresOf(text: string, isLatin: boolean): string[] {
  const latin = text
    .replace(/[−–]/gu, '-')
    .replace(/µ/gu, 'μ')
    .replace(/[²³¹⁰-⁹]/gu, digit => `^${digit.normalize('NFKC')}`)
    .replace(/[₀-₉]/gu, digit => digit.normalize('NFKC'))
    .replace(powersOfUnits, '')
    .replace(/\.{2,}/gu, ' ')
    .replace(/\([^()]*\)/gu, inside => inside.replace(/\s+/gu, ''))
    .replace(/,(?=\s)/gu, '،')
    .toLowerCase()
  if (isLatin) return Array.from(latin.matchAll(figures), ([figure]) => figure)
  return [...latin.matchAll(runs)]
    .map(([run]) => run.replace(/\s+/gu, ''))
    .map(run => withoutIdleBrackets(run).replace(edges, ''))
    .filter(run => isSaid.test(run))
}

/** Brackets round all of a run, or of which one was not read, say nothing; «(5+3)*2» is not «5+3*2». */
function withoutIdleBrackets(run: string): string {
  const isWhole = (run.match(/[([{]/gu)?.length ?? 0) === (run.match(/[)\]}]/gu)?.length ?? 0)
  const isRoundAll = /^\([^()[\]{}]*\)[.,]?$/u.test(run) && !run.includes(',')
  return isWhole && !isRoundAll ? run : run.replace(brackets, '')
}

const latinWords = /[A-Za-z]{3,}(?!\w|\s*\()/gu
const functions = /^(?:sin|cos|tan|cot|sec|csc|log|lim|exp|det|mol|atm|ohm)$/iu

/** Whether a text is written in English: its words are, not only its formulas. */
export function isInLatin(text: string): boolean {
  const words = (text.match(latinWords) ?? []).filter(word => !functions.test(word))
  return words.join('').length > (text.match(/\p{Script=Arabic}/gu)?.length ?? 0)
}

/** «5cm» gives «5», and «x2» stays. */
export const withoutUnit = (figure: string): string => figure.replace(measured, '$1')

const measured = /^([+-]?[0-9]+(?:[.,][0-9]+)*)[a-zμω°%²/.]*[0-9]?$/u
