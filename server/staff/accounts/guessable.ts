import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { fold } from '#contract/arabic/fold.ts'
import { limits } from '#contract/limits.ts'
import { asArabicKeys, asLatinKeys } from '#server/search/language/keyboard.ts'
import { arabicInLatinLetters, arabicPasswords } from './arabic-passwords.ts'

/** Whose password it will be. */
export interface PasswordOwner {
  email: string
  name: string
}

/** Why a password is none: everybody tries it, or it is made of what is known of its owner and of the site. */
export type Guessable = 'common' | 'own'

const siteWords = ['rafid', 'rafed', 'رافد']
const minWordLength = 3
const parted = /[^\p{L}\p{N}]+/u
const lengthened = /[\u064B-\u0652\u0640]/g
const arabicRun = /\p{Script=Arabic}+/gu
const latinRun = /[a-z;',./[\]`]+/gi

let loading: Promise<ZxcvbnFactory> | undefined

/* Thirty megabytes that most days nobody needs: passwords are set a few times a year. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) =>
      new ZxcvbnFactory({
        dictionary: {
          ...dictionary,
          'passwords-arabic': arabicPasswords.map(folded),
          'passwords-arabic-latin': [...arabicInLatinLetters],
        },
        graphs: adjacencyGraphs,
        maxLength: limits.maxJudgedPasswordLength,
      }),
  )
  return loading
}

/* Letter by letter, since `fold` leaves out what makes a password longer: signs. */
function folded(text: string): string {
  const letters = [...text.replaceAll(lengthened, '')]
  return letters.map(letter => (letter === ' ' ? '' : fold(letter) || letter)).join('')
}

/** The same keys on the other layout too: who types «حشسسصخقي» has typed `password`. */
function spellingsOf(password: string): string[] {
  const onLatin = password.replaceAll(arabicRun, run => asLatinKeys(run) ?? run)
  const onArabic = password.replaceAll(latinRun, run => asArabicKeys(run) ?? run)
  return [...new Set([password, onLatin, ...[password, onArabic].filter(isArabic).map(folded)])]
}

function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text)
}

function wordsOf({ email, name }: PasswordOwner, siteUrl: string | undefined): string[] {
  const host = siteUrl === undefined ? '' : new URL(siteUrl).hostname
  const known = [...siteWords, ...[email, name, host].flatMap(text => text.toLowerCase().split(parted))]
  return [...new Set(known.flatMap(word => [word, folded(word)]))]
    .filter(word => word.length >= minWordLength)
    .toSorted((a, b) => b.length - a.length)
}

function without(password: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), password)
}

/**
 * Whether a password falls in a few hundred million tries of who knows the usual ones, on either keyboard layout. What is known
 * of the owner and of the site counts for nothing in it. Shape: why, or undefined for a good one.
 */
export async function guessableOf(
  password: string,
  owner: PasswordOwner,
  siteUrl: string | undefined,
): Promise<Guessable | undefined> {
  const known = wordsOf(owner, siteUrl)
  const judge = await estimator()
  const falls = (text: string) =>
    text.length < minWordLength || judge.check(text).guesses < limits.minPasswordGuesses
  const spellings = spellingsOf(password.normalize('NFKC').toLowerCase())
  if (spellings.some(falls)) return 'common'
  return spellings.some(text => without(text, known) !== text && falls(without(text, known)))
    ? 'own'
    : undefined
}
