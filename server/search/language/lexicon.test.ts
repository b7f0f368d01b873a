import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lexicon, mayBegin } from './lexicon.ts'
import { insertionCost, slipCosts, substitutionCost } from './slip-costs.ts'
import { understand } from './understand.ts'

/** The whole table of optimal string alignment, without a tree and without leaving anything out. */
function costBetween(typed: string, meant: string): number {
  const code = (text: string, i: number) => (i < 0 ? 0 : text.charCodeAt(i))
  const table = Array.from({ length: meant.length + 1 }, () =>
    Array.from({ length: typed.length + 1 }, () => 0),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? Infinity
  for (let row = 0; row <= meant.length; row += 1) {
    for (let column = 0; column <= typed.length; column += 1) {
      if (row === 0 && column === 0) continue
      const [letter, key] = [code(meant, row - 1), code(typed, column - 1)]
      const ways = [
        row > 0 ? at(row - 1, column) + insertionCost(letter, code(meant, row - 2)) : Infinity,
        column > 0 ? at(row, column - 1) + insertionCost(key, code(typed, column - 2)) : Infinity,
        row > 0 && column > 0 ? at(row - 1, column - 1) + substitutionCost(key, letter) : Infinity,
        row > 1 && column > 1 && letter === code(typed, column - 2) && key === code(meant, row - 2)
          ? at(row - 2, column - 2) + slipCosts.swapped
          : Infinity,
      ]
      table[row]?.splice(column, 1, Math.min(...ways))
    }
  }
  return at(meant.length, typed.length)
}

const word = fc.string({ unit: fc.constantFrom(...'ابتدضظيوسصكرم'), minLength: 1, maxLength: 8 })

describe('the words that a slip leads to', () => {
  it('are all that cost no more, and no others', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 20 }),
        word,
        fc.integer({ min: 5, max: 25 }),
        (words, typed, most) => {
          const lexicon = new Lexicon()
          for (const each of words) lexicon.set(each, 1)
          const near = lexicon.near(typed, most, 100)
          const codes = Array.from(typed, letter => letter.charCodeAt(0))
          const expected = words.filter(each => {
            const limit = mayBegin(each.charCodeAt(0), codes) ? most : Math.min(most, slipCosts.letter)
            return costBetween(typed, each) <= limit
          })
          expect(near.map(each => each.word).sort()).toEqual(expected.sort())
          for (const each of near) expect(each.cost).toBe(costBetween(typed, each.word))
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['a vowel left out', 'دراجي', 'درجي', slipCosts.vowel],
    ['a letter typed twice', 'فضلي', 'فضضلي', slipCosts.doubled],
    ['a letter that sounds alike', 'فضلي', 'فظلي', slipCosts.soundAlike],
    ['two letters that changed places', 'رياض', 'رايض', slipCosts.swapped],
    ['any other letter', 'سرمد', 'سلمد', slipCosts.letter],
  ])('cost by kind: %s', (_name, meant, typed, cost) => {
    const lexicon = new Lexicon()
    lexicon.set(meant, 1)
    expect(lexicon.near(typed, 20)).toMatchObject([{ word: meant, cost }])
  })

  it('are not those that only bodies of texts hold', () => {
    const lexicon = new Lexicon()
    lexicon.set('سرمد', 3, 0)
    expect(lexicon.near('سلمد', 20)).toEqual([])
  })
})

it.each([
  ['missing at the end', 'iqtisa'],
  ['missing within', 'iqtsad'],
  ['too many', 'iqtiksad'],
  ['wrong', 'iqtifad'],
])('in Latin letters may have one letter %s', (_name, latin) => {
  const lexicon = new Lexicon()
  lexicon.set('اقتصاد', 1)
  const words = lexicon.spelledInLatin(latin, 1, { steps: 4000 })
  expect(words.map(({ word }) => word)).toContain('اقتصاد')
})

it('give up soon on a word without end, which may be read in endless ways', () => {
  const lexicon = new Lexicon()
  for (const word of ['رياضيات', 'محمد', 'ايه']) lexicon.set(word, 1)
  const before = process.cpuUsage()
  understand('a'.repeat(600), lexicon)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1500)
})
