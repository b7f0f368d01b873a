import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cutQuestions } from '#server/content/exams/questions/cut-questions.ts'
import type { CutQuestion } from '#server/content/exams/questions/cut-questions.ts'
import { wordsOfQuestion } from '#server/content/exams/questions/question-words.ts'
import { isSameQuestion } from '#server/content/exams/questions/same-question.ts'

const truth = /⟦([^=⟧]+?)(?:\s*=\s*([^⟧]+))?⟧/gu

interface Paper {
  name: string
  subject: string
  /** What each question asks, by its label; undefined where no other one asks it. */
  asked: Map<string, string | undefined>
  found: CutQuestion[]
}

/** The text of a paper as it was typed, or as it was read from its printed picture. */
export type PaperText = 'typed' | 'read'

function readPaper(half: Papers, name: string, kind: PaperText): Paper {
  const text = readFileSync(path.join(import.meta.dirname, half, name), 'utf8')
  const asked = new Map(
    Array.from(text.matchAll(truth), ([, label = '', key]) => [label.trim(), key?.trim()]),
  )
  const found = cutQuestions([
    kind === 'typed'
      ? { source: 'layer', text: text.replace(truth, '') }
      : { source: 'picture', text: readFileSync(path.join(import.meta.dirname, 'read', half, name), 'utf8') },
  ])
  return { name, subject: name.split('-')[0] ?? '', asked, found }
}

export interface Share {
  right: number
  said: number
  there: number
}

/** How much of what was said is right, and how much of what is there was said. */
export const figures = ({ right, said, there }: Share) => ({ precision: right / said, recall: right / there })
function measureCuts(papers: readonly Paper[], say: (wrong: string) => void): Share {
  const share = { right: 0, said: 0, there: 0 }
  for (const { name, asked, found } of papers) {
    const labels = new Set(found.map(({ label }) => label))
    share.said += labels.size
    share.there += asked.size
    share.right += [...labels].filter(label => asked.has(label)).length
    for (const label of labels) if (!asked.has(label)) say(`${name} cut wrongly: ${label}`)
    for (const label of asked.keys()) if (!labels.has(label)) say(`${name} not cut: ${label}`)
  }
  return share
}

function measurePairs(papers: readonly Paper[], say: (wrong: string) => void): Share {
  const share = { right: 0, said: 0, there: 0 }
  for (const [index, one] of papers.entries()) {
    for (const other of papers.slice(index + 1).filter(({ subject }) => subject === one.subject)) {
      const keys = [...one.asked.values()].filter(key => key !== undefined)
      share.there += keys.filter(key => [...other.asked.values()].includes(key)).length
      for (const here of one.found)
        for (const there of other.found) {
          const key = one.asked.get(here.label)
          const isSame = key !== undefined && key === other.asked.get(there.label)
          const isSaid = isSameQuestion(wordsOfQuestion(here.text), wordsOfQuestion(there.text))
          share.said += isSaid ? 1 : 0
          share.right += isSaid && isSame ? 1 : 0
          if (isSaid !== isSame)
            say(`${isSaid ? 'joined wrongly' : 'not joined'}:\n    ${here.text}\n    ${there.text}`)
        }
    }
  }
  return share
}

/**
 * Papers that the rules were made with; and those that were measured before the rules were changed for them: `blind` of
 * other subjects, worded and labelled by somebody who had not read the rules, `fresh` written after those had changed them, `stranger` of
 * five more subjects by somebody else who knew no rule; `retold` of eight, strongly reworded, by somebody who knew the rules: what it
 * showed of physics, chemistry, history and mathematics was worked with, what it showed of the others was not looked at.
 */
export type Papers = 'seen' | 'unseen' | 'blind' | 'fresh' | 'stranger' | 'retold'

/** What was cut and joined of the papers of a folder; `say` hears of everything that was wrong. */
export function measurePapers(half: Papers, kind: PaperText, say: (wrong: string) => void = () => undefined) {
  const papers = readdirSync(path.join(import.meta.dirname, half))
    .toSorted()
    .map(name => readPaper(half, name, kind))
  const questions = papers.reduce((sum, { asked }) => sum + asked.size, 0)
  return {
    papers: papers.length,
    questions,
    cut: measureCuts(papers, say),
    joined: measurePairs(papers, say),
  }
}
