import { writtenWords } from '#contract/arabic/words.ts'
import type { KeptText } from '#server/files/page-texts/page-texts.types.ts'
import { besides, branchLetter, branchMark, itemsOf, questionMark, withoutMarks } from './question-marks.ts'
import type { FoundMark, QuestionMark } from './question-marks.ts'
import { askedOfEach, isListStem, isWhole } from './list-stems.ts'

/** The number of this way of cutting: raise it with every change, and exams that were cut before are cut anew. */
export const cutterVersion = 16

/** A question of an exam, or a part of one that stands for itself. */
export interface CutQuestion {
  /** Where it stands: «٢», «٢ أ» or «٢ أ ٣» in Latin digits. It stays when the exam is cut anew. */
  label: string
  /** From 1, where it begins. */
  page: number
  text: string
  /** Its last line, or that of the list which it is part of. */
  end: LineOfExam
}

/** Shape: `page` from 1, `line` from 0 within the page. */
export interface LineOfExam {
  page: number
  line: number
}

/** What stands on a page, and whether it was typed or read from a picture. */
export type PageOfExam = Pick<KeptText, 'source' | 'text'>

/** A line cannot be the whole of a page: more is not one question but several whose marks were not read. */
const maxLetters = 1600
const maxQuestions = 15
const mostMissed = 2
/** A longer beginning is a story that all branches are about. */
const mostStemWords = 12
const leastItemLetters = 3

interface Open {
  /** 0 for what stands before the first one. */
  branch: number
  page: number
  lines: string[]
  end: LineOfExam
  /** Something that begins another part may stand within it. */
  isUnsure: boolean
}

/**
 * Cuts the text of an exam into its questions. Where a mark is missing or out of turn, what may hold two questions is left
 * out: no question is better than a wrong one. `pages` are in their order; undefined for one that is not read.
 */
export function cutQuestions(pages: readonly (PageOfExam | undefined)[]): CutQuestion[] {
  const cut = new Cutter()
  for (const [index, page] of pages.entries()) {
    if (page === undefined) {
      cut.lose()
      continue
    }
    const isRead = page.source === 'picture'
    for (const [line, words] of page.text.split('\n').entries())
      if (!cut.take(words.trim(), { page: index + 1, line }, isRead)) return cut.ended()
  }
  return cut.ended()
}

class Cutter {
  readonly #found: CutQuestion[] = []
  #open: Open | undefined
  #question = 0
  /** Questions since then whose own marks were not read: believed when the next mark agrees with their count. */
  #counted = 0
  #uncertain: CutQuestion[] = []
  /** Nothing is believed until the next question begins. */
  #isLost = false

  /** A line of a page that was read from a picture or not. Shape: whether more may come. */
  take(line: string, at: LineOfExam, isRead: boolean): boolean {
    const question = questionMark(line, isRead)
    if (question && this.#begins(question, at)) return true
    const kind = besides(line)
    if (kind === 'end') return false
    if (kind !== undefined || this.#isLost) return true
    const branch = this.#question > 0 ? branchMark(line) : undefined
    if (branch) this.#branch(branch, at)
    else this.#goOn(line, at)
    return true
  }

  /** A page is missing: what runs into it is not known to its end. */
  lose(): void {
    this.#doubt()
  }

  ended(): CutQuestion[] {
    this.#forgetCounted()
    this.#close()
    const labels = Map.groupBy(this.#found, ({ label }) => label)
    return this.#found.filter(({ label }) => labels.get(label)?.length === 1)
  }

  #goOn(line: string, at: LineOfExam): void {
    if (!this.#open) return
    this.#open.lines.push(line)
    this.#open.end = at
  }

  #begins({ number, mayBe, rest }: QuestionMark, at: LineOfExam): boolean {
    const next = this.#question + this.#counted + 1
    if (next <= maxQuestions && (number === next || mayBe.includes(next))) {
      this.#close()
      this.#believe(next)
    } else if (number === undefined && mayBe.length === 0 && this.#question > 0 && !this.#isLost) {
      this.#count()
    } else {
      this.#forgetCounted()
      const step = (number ?? 0) - this.#question
      if (step < 1 || (number ?? 0) > maxQuestions || (this.#question > 0 && step > mostMissed)) {
        this.#doubt()
        return false
      }
      /* The mark of the one between was not read, and its text stands in the one before. */
      if (step > 1 && this.#open) this.#open.isUnsure = true
      this.#close()
      this.#believe(number ?? 0)
    }
    this.#isLost = false
    this.#open = { branch: 0, page: at.page, lines: [], end: at, isUnsure: false }
    const branch = branchMark(rest)
    if (branch) this.#branch(branch, at)
    else this.#open.lines.push(rest)
    return true
  }

  #branch(mark: FoundMark, at: LineOfExam): void {
    const { number, rest } = mark
    const open = this.#open
    const before = open?.branch ?? 0
    if (open?.branch === 0 && writtenWords(open.lines.join(' ')).length > mostStemWords) {
      /* Its branches ask about what it tells: they say nothing alone. */
      this.#goOn(rest, at)
      return
    }
    if (number === 1 && before > 1) {
      /* A first branch again begins a question whose mark was not read. */
      this.#count()
      this.#open = { branch: 1, page: at.page, lines: [rest], end: at, isUnsure: false }
      return
    }
    if (number <= before) return this.#doubt()
    if (number > before + 1 && open) open.isUnsure = true
    if (before > 0) this.#close()
    this.#open = { branch: number, page: at.page, lines: [rest], end: at, isUnsure: false }
  }

  /** Another question has begun, as it seems. */
  #count(): void {
    this.#close(this.#uncertain)
    this.#counted += 1
  }

  #believe(question: number): void {
    this.#found.push(...this.#uncertain)
    this.#uncertain = []
    this.#counted = 0
    this.#question = question
  }

  #forgetCounted(): void {
    if (this.#counted === 0) return
    this.#uncertain = []
    this.#counted = 0
    if (this.#open) this.#open.isUnsure = true
  }

  /** What is open is not known to its end, and nothing is believed until the next question begins. */
  #doubt(): void {
    this.#forgetCounted()
    if (this.#open) this.#open.isUnsure = true
    this.#close()
    this.#isLost = this.#question > 0
  }

  #close(into = this.#counted > 0 ? this.#uncertain : this.#found): void {
    const open = this.#open
    this.#open = undefined
    if (!open || open.isUnsure) return
    const text = withoutMarks(open.lines.join(' '))
    if (text.length > maxLetters) return
    const question = this.#question + this.#counted
    const place = open.branch > 0 ? `${question} ${branchLetter(open.branch)}` : String(question)
    for (const { at, text: part } of partsOf(text))
      into.push({ label: place + at, page: open.page, text: part, end: open.end })
  }
}

/** A list of things to answer is as many questions; anything else is one. */
function partsOf(text: string): { at: string; text: string }[] {
  const list = itemsOf(text)
  if (list && isListStem(list.stem)) {
    const asked = askedOfEach(list.stem)
    return list.items.flatMap((each, index) => {
      const isWorth = writtenWords(each).join('').length >= leastItemLetters
      return isWorth ? { at: ` ${index + 1}`, text: asked === '' ? each : `${asked}: ${each}` } : []
    })
  }
  return isWhole(text) ? [{ at: '', text }] : []
}
