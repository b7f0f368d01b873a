import type { Round } from '#contract/codes/rounds.ts'
import type { Phrases } from '../meanings.ts'

const roundWords: Record<Round, readonly string[]> = {
  1: ['أول', 'اولى', '1', 'واحد', '1st', 'one', 'first', 'یەکەم'],
  2: ['ثاني', 'ثانية', '2', 'تكميلي', 'ثان', 'اثنين', '2nd', 'two', 'second', 'دووەم'],
  3: ['ثالث', 'ثالثة', '3', 'ثلاثة', '3rd', 'three', 'third', 'سێیەم'],
  4: ['تمهيدي', 'تمهيدية', '4'],
}

const headWords = ['دور', 'الدور', 'دورة', 'محاولة', 'د', 'خول', 'round', 'attempt']

function formsOf(round: Round): string {
  const said = headWords.flatMap(head => roundWords[round].map(word => `${head} ${word}`))
  const turned = roundWords[round].flatMap(word => [`${word} round`, `${word} attempt`])
  return [...said, ...turned].join('|')
}

/** The rounds of an exam; `دور ثاني` is a round, `ثاني` alone an ordinal. */
export const roundPhrases: Phrases[] = [
  { forms: formsOf(1), meaning: { kind: 'round', round: 1 } },
  {
    forms: `${formsOf(2)}|تكميلي|التكميلي|دور التكميلي|مكمل|مكملين|supplementary`,
    meaning: { kind: 'round', round: 2 },
  },
  { forms: formsOf(3), meaning: { kind: 'round', round: 3 } },
  {
    forms: `${formsOf(4)}|تمهيدي|تمهيدية|التمهيدي|امتحان تمهيدي|الامتحان التمهيدي|امتحانات تمهيدية|اسئلة تمهيدية|preliminary`,
    meaning: { kind: 'round', round: 4 },
  },
]
