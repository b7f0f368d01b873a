import type { QuestionGroup, QuestionPlace, QuestionVerdict } from '#contract/resources/question.ts'

const keyOf = ({ examId, label }: QuestionPlace) => ({ examId, label })

/** A group by its newest question. */
export const nameOfGroup = ({ places: [first] }: QuestionGroup) =>
  first ? `${first.examId}/${first.label}` : ''

/** That one question of a group is not like the others of it. */
export function partOf({ places }: QuestionGroup, parted: QuestionPlace): QuestionVerdict[] {
  const others = places.filter(place => place !== parted)
  return others.map(other => ({ one: keyOf(parted), other: keyOf(other), isSame: false }))
}

/** That all questions of these groups ask the same. */
export function joinOf(groups: readonly QuestionGroup[]): QuestionVerdict[] {
  return groups.flatMap(({ places }, index) =>
    groups
      .slice(index + 1)
      .flatMap(({ places: others }) =>
        places.flatMap(one => others.map(other => ({ one: keyOf(one), other: keyOf(other), isSame: true }))),
      ),
  )
}
