import { AppError } from '#contract/errors.ts'
import type { QuestionVerdict } from '#contract/resources/question.ts'
import type { Writing } from '#server/content/record/write-audited.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { regroup } from './join-questions.ts'
import * as repository from './questions.repository.ts'
import type { QuestionScope } from './questions.repository.ts'

/**
 * Takes down what staff say of questions, and groups them anew. Shape: what was said of them before, which said again
 * undoes it. Errors: `exam_not_found` when one of the questions is gone; `invalid_fields` for questions of different
 * grades or subjects.
 */
export async function judgeQuestions(
  { database, audit, changes }: Pick<Writing, 'database' | 'audit' | 'changes'>,
  scope: QuestionScope,
  verdicts: readonly QuestionVerdict[],
  actor: Actor,
): Promise<QuestionVerdict[]> {
  const before = await database.kysely.transaction().execute(async transaction => {
    const groups = await repository.lockGroups(transaction, scope)
    const known = new Set(groups.questions.map(({ examId, label }) => `${examId}/${label}`))
    const named = verdicts.flatMap(({ one, other }) => [one, other])
    if (named.some(({ examId, label }) => !known.has(`${examId}/${label}`)))
      throw new AppError('exam_not_found', {
        message: 'تغيرت الأسئلة منذ فتحت الصفحة. حدّثها ثم أعد المحاولة.',
      })
    const said = await repository.listVerdicts(
      transaction,
      verdicts.map(({ one, other }) => [one, other]),
    )
    const undoing = verdicts.map((verdict, index) => ({ ...verdict, isSame: said[index] ?? null }))
    await repository.putVerdicts(transaction, verdicts)
    await regroup(transaction, scope, groups)
    const isJoin = verdicts.some(({ isSame }) => isSame === true)
    const isPart = verdicts.some(({ isSame }) => isSame === false)
    await audit.writeEntries(transaction, [
      {
        action: 'UPDATE',
        entity: 'QUESTION',
        entityId: `${scope.stage} ${scope.subject}`,
        description:
          isJoin === isPart
            ? 'أُلغي جمع أسئلة أو فصلها'
            : isJoin
              ? 'جُمعت أسئلة متكررة'
              : 'فُصل سؤال عن أسئلة تشبهه',
        oldData: { verdicts: undoing },
        newData: { verdicts },
        actor,
      },
    ])
    await changes.announce(transaction, ['exams'])
    return undoing
  })
  await changes.tellHere(['exams'])
  return before
}
