import type { QuestionKey } from '#contract/resources/question.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'
import { questionComparer } from './compare-questions.ts'
import type { ReadQuestion } from './compare-questions.ts'
import { groupQuestions } from './group-questions.ts'
import type { Pair } from './group-questions.ts'
import { wordsOfQuestion } from './question-words.ts'
import * as repository from './questions.repository.ts'
import type { LockedGroups, QuestionScope, StoredVerdict } from './questions.repository.ts'

/** New questions that are compared with all others between two writes. */
const comparedAtOnce = 20
const readAtOnce = 100

/** Compares the new questions of a grade and subject with all of it, and groups those that ask the same. */
export async function joinQuestions(
  { db, changes }: { db: Queryable; changes: Pick<Changes, 'announce'> },
  steps: JobSteps,
  scope: QuestionScope,
): Promise<LastWrite> {
  const read: ReadQuestion[] = []
  for (const [index, { text, ...question }] of (await repository.listCompared(db, scope)).entries()) {
    read.push({ ...question, words: wordsOfQuestion(text) })
    if (index % readAtOnce === 0) await letOthersRun()
  }
  const pairsOf = questionComparer(read)
  const fresh = read.filter(({ isCompared }) => !isCompared)
  for (let from = 0; from < fresh.length; from += comparedAtOnce) {
    steps.progress(from, fresh.length)
    const some = fresh.slice(from, from + comparedAtOnce)
    const pairs: [number, number][] = []
    for (const question of some) pairs.push(...(await pairsOf(question)))
    await steps.write(transaction =>
      repository.putPairs(
        transaction,
        scope,
        some.map(({ id }) => id),
        pairs,
      ),
    )
  }
  return async transaction => {
    const groups = await repository.lockGroups(transaction, scope)
    if (await regroup(transaction, scope, groups)) await changes.announce(transaction, ['exams'])
  }
}

const keyOf = ({ examId, label }: QuestionKey) => `${examId}/${label}`

/** Brings the groups of a grade and subject up to what is known. Shape: whether anything changed. */
export async function regroup(
  transaction: Transaction,
  scope: QuestionScope,
  { questions, pairs }: LockedGroups,
): Promise<boolean> {
  const verdicts = await repository.listVerdictsIn(transaction, scope)
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
