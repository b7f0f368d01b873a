import { comparedWords } from '#contract/arabic/words.ts'
import { kinds } from '#contract/kinds.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type {
  RepeatedGroup,
  QuestionPlace,
  QuestionVerdict,
  RepeatedQuestion,
  StaffQuestionsQuery,
} from '#contract/resources/question.ts'
import type { ContentDependencies } from '#server/content/record/content-kind.ts'
import { wantCut } from '#server/files/page-texts/cut-questions.kind.ts'
import type { KeptText } from '#server/files/page-texts/page-texts.types.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { cutQuestions } from './cut-questions.ts'
import type { PageOfExam } from './cut-questions.ts'
import { judgeQuestions } from './judge-questions.ts'
import { joinQuestions } from './join-questions.ts'
import { wantJoined } from './join-questions.kind.ts'
import { endBelow } from './question-end.ts'
import { questionsHolding } from './questions-holding.ts'
import * as groupRows from './question-groups.repository.ts'
import type { RepeatCount } from './question-groups.repository.ts'
import * as repository from './questions.repository.ts'
import type { CutExam, QuestionScope, StoredQuestion } from './questions.repository.ts'
import { keptRepeats } from './kept-repeats.ts'

const adoptedAtOnce = 200
const pageParts = 10_000

/** A page of an exam: the content of its file, its page in that from 1, and its text where it is read well enough. */
interface ExamPage {
  hash: string | undefined
  page: number
  read: PageOfExam | undefined
}

function placeOf({ examId, label, page, year, round, text }: QuestionPlace): QuestionPlace {
  return { examId, label, page, year, round, text }
}

export type Questions = ReturnType<typeof createQuestions>

/** The questions of exams: cut from the text of their pages, and joined with those that ask the same. */
export function createQuestions({ files, writing }: Pick<ContentDependencies, 'files' | 'writing'>) {
  const { database, changes } = writing
  const db = database.kysely
  const counts = keptRepeats(db, changes)

  /** The pages of an exam in their order; undefined while some are still to be read. */
  async function pagesOf({ files: addresses }: CutExam): Promise<ExamPage[] | undefined> {
    const hashes = addresses.map(sha256OfFileAddress)
    const texts = await files.pageTexts.listTexts(hashes.filter(hash => hash !== undefined))
    const pages: ExamPage[] = []
    for (const hash of hashes) {
      const known = hash === undefined ? undefined : texts.get(hash)
      if (hash !== undefined && known?.isEnded !== true) return undefined
      const found = known?.pages ?? [undefined]
      pages.push(
        ...found.map((text, index) => {
          const page = index + 1
          const source = known?.fromPictures.has(page) === true ? 'picture' : 'layer'
          return { hash, page, read: text === undefined ? undefined : ({ source, text } as const) }
        }),
      )
    }
    return pages
  }

  /** The questions of an exam's pages, with where each ends. */
  async function questionsOf(pages: readonly ExamPage[]): Promise<StoredQuestion[]> {
    const found = cutQuestions(pages.map(({ read }) => read))
    const placed = new Map<number, KeptText>()
    for (const number of new Set(found.map(({ end }) => end.page))) {
      const { hash, page, read: known } = pages[number - 1] ?? {}
      const read = hash === undefined || page === undefined ? undefined : await files.pageTexts.of(hash, page)
      /* Else it was read anew in between, and is cut anew after that. */
      if (read && read.text === known?.text) placed.set(number, read)
    }
    return found.map(({ end, ...question }) => {
      const read = placed.get(end.page)
      const at = read && endBelow(read, end.line)
      return { ...question, endPage: end.page, endsAt: at === undefined ? null : Math.round(at * pageParts) }
    })
  }

  return {
    /** How many questions of each grade and subject were asked more than once. */
    counts,

    /** Where else the questions of a public exam were asked, in the order of the exam. */
    async repeatsOf(exam: QuestionScope & { id: string }): Promise<RepeatedQuestion[]> {
      const found = await groupRows.listRepeats(db, exam)
      const questions = Map.groupBy(found, ({ ownLabel }) => ownLabel)
      return [...questions.values()].flatMap(others => {
        const [first] = others
        if (!first) return []
        const places = others.map(placeOf)
        return {
          label: first.ownLabel,
          page: first.ownPage,
          text: first.ownText,
          endPage: first.ownEndPage,
          endsAt: first.ownEndsAt === null ? null : first.ownEndsAt / pageParts,
          others: places,
        }
      })
    },

    /** The most repeated questions of a grade and subject. */
    async mostRepeated(
      scope: QuestionScope,
      page: { limit: number; offset: number },
    ): Promise<RepeatedGroup[]> {
      const places = await groupRows.listMostRepeated(db, scope, page)
      const groups = Map.groupBy(places, ({ groupKey }) => groupKey)
      return [...groups.values()].flatMap(all =>
        all[0] ? { places: all.map(placeOf), times: all[0].times } : [],
      )
    },

    /** The subjects of a grade of which questions were asked more than once. */
    subjectsOf: (stage: MinisterialGradeCode): Promise<readonly RepeatCount[]> => counts(stage),

    /** Questions of a grade and subject with those that ask the same, whoever may see them; with a text, those that hold it. */
    async listForStaff({ stage, subject, search, limit, offset }: StaffQuestionsQuery) {
      if (stage === undefined || subject === undefined) return { items: [], total: 0 }
      const words = search === undefined ? [] : comparedWords(search)
      if (words.length === 0) {
        const { places, total } = await groupRows.listGroups(db, { stage, subject }, { limit, offset })
        const shown = Map.groupBy(places, ({ groupKey }) => groupKey)
        return { items: [...shown.values()].map(own => ({ places: own.map(placeOf) })), total }
      }
      const all = await groupRows.listAll(db, { stage, subject })
      const holding = await questionsHolding(all, words)
      const groups = Map.groupBy(all, ({ groupKey, examId, label }) => groupKey ?? `${examId}/${label}`)
      const found = [...groups.values()]
        .filter(places => places.some(place => holding.has(place)))
        .toSorted((one, other) => other.length - one.length)
      const items = found.slice(offset, offset + limit).map(places => ({ places: places.map(placeOf) }))
      return { items, total: found.length }
    },

    /** Parts or joins questions, as staff say. */
    judge: (
      scope: QuestionScope,
      verdicts: readonly QuestionVerdict[],
      actor: Actor,
    ): Promise<QuestionVerdict[]> => judgeQuestions(writing, scope, verdicts, actor),

    /** Cuts an exam, as the work of a job, and wants its questions compared. */
    async cut(steps: JobSteps, examId: string): Promise<void> {
      const exam = await repository.findCutExam(db, examId)
      if (!exam) return
      const pages = await pagesOf(exam)
      const found = pages && (await questionsOf(pages))
      await steps.write(async transaction => {
        /* What is still to be read wants it again; until then, what was read of the same files before is as good. */
        const kept = found ? undefined : await repository.findKeptQuestions(transaction, exam)
        if (kept) {
          if (kept.areSomeNew) await wantJoined(transaction, exam)
          return
        }
        const replaced = await repository.replaceQuestions(transaction, exam, found ?? [])
        if (!replaced) return
        /* Joining may find nothing to change in the others, while pages still show what was here. */
        if (replaced.hadRepeats) await changes.announce(transaction, ['exams'])
        await wantJoined(transaction, exam)
      })
    },

    /** Compares what is new of a grade and subject, as the work of a job. */
    join: (steps: JobSteps, scope: QuestionScope) => joinQuestions({ db, changes }, steps, scope),

    /** Wants the questions of exams compared anew that are of another grade or subject now, in the transaction of that. */
    markMoved: repository.markUncompared,

    /** Wants exams cut that were here before, or were cut in an older way, and forgets what is of use no more. */
    async adopt(): Promise<void> {
      await repository.forgetVerdicts(db, kinds.exam.entity)
      for (let after = ''; ;) {
        const exams = await repository.listUncut(db, after, adoptedAtOnce)
        const last = exams.at(-1)
        if (!last) return
        await db.transaction().execute(transaction => wantCut(transaction, exams))
        after = last.id
      }
    },
  }
}
