import type { QuestionKey } from '#contract/resources/question.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'
import { groupQuestions } from './group-questions.ts'
import type { Pair } from './group-questions.ts'
import { wordsOfQuestion } from './question-words.ts'
import * as repository from './questions.repository.ts'
import type { QuestionScope, StoredVerdict } from './questions.repository.ts'
import { isSameQuestion } from './same-question.ts'

/** New questions that are compared with all others between two writes. */
const comparedAtOnce = 20
const readAtOnce = 100

/** Compares the new questions of a grade and subject with all of it, and groups those that ask the same. */
export async function joinQuestions(
  { db, changes }: { db: Queryable; changes: Pick<Changes, 'announce'> },
  steps: JobSteps,
  scope: QuestionScope,
): Promise<LastWrite> {
  const questions = await repository.listCompared(db, scope)
  const read = []
  for (const [index, question] of questions.entries()) {
    read.push({ question, words: wordsOfQuestion(question.text) })
    if (index % readAtOnce === 0) await letOthersRun()
  }
  /* What differs in numbers or formulas is not compared at all. */
  const alike = Map.groupBy(read, ({ words }) => words.exact)
  const fresh = read.filter(({ question }) => !question.isCompared)
  for (let from = 0; from < fresh.length; from += comparedAtOnce) {
    steps.progress(from, fresh.length)
    const some = fresh.slice(from, from + comparedAtOnce)
    const pairs: [number, number][] = []
    for (const { question, words } of some) {
      for (const other of alike.get(words.exact) ?? [])
        if (other.question.examId !== question.examId && isSameQuestion(words, other.words))
          pairs.push([question.id, other.question.id])
      await letOthersRun()
    }
    await steps.write(transaction =>
      repository.putPairs(
        transaction,
        some.map(({ question: { id } }) => id),
        pairs,
      ),
    )
  }
  return async transaction => {
    if (await regroup(transaction, scope)) await changes.announce(transaction, ['exams'])
  }
}

const keyOf = ({ examId, label }: QuestionKey) => `${examId}/${label}`

/** Brings the groups of a grade and subject up to what is known. Shape: whether anything changed. */
export async function regroup(transaction: Transaction, scope: QuestionScope): Promise<boolean> {
  const { questions, pairs, verdicts } = await repository.lockGroups(transaction, scope)
  const keys = new Map(questions.map(question => [question.id, keyOf(question)]))
  const said = (isJoined: boolean) =>
    verdicts.flatMap(({ isSame, ...pair }): Pair[] => (isSame === isJoined ? [pairOf(pair)] : []))
  const groups = groupQuestions({
    questions: [...keys.values()],
    pairs: pairs.map(({ oneId, otherId }): Pair => [keys.get(oneId) ?? '', keys.get(otherId) ?? '']),
    joined: said(true),
    parted: said(false),
  })
  const after = questions.map(question => ({ ...question, groupKey: groups.get(keyOf(question)) ?? null }))
  const changed = after.filter(({ groupKey }, index) => groupKey !== questions[index]?.groupKey)
  if (changed.length > 0) await repository.putGroups(transaction, changed)
  return changed.length > 0
}

const pairOf = ({ oneExam, oneLabel, otherExam, otherLabel }: Omit<StoredVerdict, 'isSame'>): Pair => [
  keyOf({ examId: oneExam, label: oneLabel }),
  keyOf({ examId: otherExam, label: otherLabel }),
]
