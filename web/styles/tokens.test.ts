import fs from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (name: string) => fs.readFileSync(new URL(name, import.meta.url), 'utf8')
const css = read('tokens.css')

/** The tokens that a block sets, from the line that begins it on. */
function tokensOf(begin: string): Record<string, string> {
  const from = css.indexOf(`${begin} {\n`)
  const block = css.slice(from, css.indexOf('\n}\n', from))
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

const light = tokensOf(':root')
const dark = { ...light, ...tokensOf('@media (prefers-color-scheme: dark)') }
const more = tokensOf('@media (prefers-contrast: more)')
const themes = {
  light,
  dark,
  'light with more contrast': { ...light, ...more },
  'dark with more contrast': { ...dark, ...more },
}

function colourOf(theme: Record<string, string>, name: string): string {
  const value = theme[name] ?? ''
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return other ? colourOf(theme, other) : value
}

/** Source: WCAG 2.2, relative luminance. */
function luminanceOf(colour: string): number {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/.exec(colour)?.[1]
  if (!digits) throw new Error(`No colour: ${colour}`)
  const pairs = digits.length === 3 ? [...digits].map(digit => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = pairs.map(pair => {
    const share = Number.parseInt(pair, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [dim = 0, bright = 0] = [one, other].map(luminanceOf).toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

it('measures contrast as WCAG does', () => {
  expect(contrastOf('#fff', '#000000')).toBe(21)
  expect(contrastOf('#777777', '#fff')).toBeCloseTo(4.48, 2)
})

describe.each(Object.entries(themes))('in the theme %s', (_, theme) => {
  it.each([
    ['--progress', '--progress-rest', 3],
    ['--progress', '--surface', 3],
    ['--progress-rest', '--surface', 3],
    ['--progress-rest', '--surface-raised', 3],
    ['--progress-rest', '--paper', 3],
    ['--progress-rest', '--primary-soft', 3],
    ['--field-line', '--surface', 3],
    ['--ink', '--paper', 4.5],
    ['--muted', '--paper', 4.5],
    ['--muted', '--surface', 4.5],
    ['--primary', '--surface', 4.5],
    ['--primary', '--primary-soft', 4.5],
    ['--on-primary', '--primary', 4.5],
    ['--accent-ink', '--accent-soft', 4.5],
    ['--danger', '--danger-soft', 4.5],
    ['--success', '--success-soft', 4.5],
  ])('%s can be told from %s', (one, other, least) => {
    expect(contrastOf(colourOf(theme, one), colourOf(theme, other))).toBeGreaterThanOrEqual(least)
  })
})

it('draws what is on its way in the two colours of progress alone', () => {
  const drawn = ['keep.css', 'shelf.css'].flatMap(name => [
    ...read(name).matchAll(/(?:conic|linear)-gradient\([^;]*?var\(--share[^;]*;/g),
  ])
  expect(drawn).toHaveLength(2)
  for (const [gradient] of drawn) {
    const colours = [...gradient.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
    expect(colours).toEqual(expect.arrayContaining(['--progress', '--progress-rest']))
  }
})
