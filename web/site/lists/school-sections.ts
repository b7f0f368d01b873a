import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { subjectFamilies } from '#contract/codes/subject-families.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { countOf } from '#contract/school-lists.ts'
import type { SchoolChoice, SchoolCount } from '#contract/school-lists.ts'
import type { Said } from './title-rest.ts'

interface Placed {
  subject: SubjectCode
  stage: GradeCode
  branch: BranchCode | null
}

/** Records that follow one another under one title. */
export interface Section<Item> {
  id: string
  /** Absent where the title of the list says it all. */
  title: string | undefined
  /** What list and section say together. */
  said: Said
  /** How many the whole section has. */
  count: number
  items: readonly Item[]
}

interface SectionsAsked<Item> {
  items: readonly Item[]
  counts: readonly SchoolCount[]
  choice: SchoolChoice
  /** Whether the items come in the curriculum's order; otherwise they are one section. */
  isOrdered: boolean
  /** What a grade is divided into: families of subjects, or each subject. */
  parts: 'families' | 'subjects'
}

const familyOf = (subject: SubjectCode) =>
  subjectFamilies.find(({ subjects }) => subjects.includes(subject)) ?? { label: '', subjects: [subject] }

/** The records of a page in sections: of one grade by subject, otherwise by grade; a branch where none is chosen. Source: P4.10. */
export function sectionsOf<Item extends Placed>(asked: SectionsAsked<Item>): Section<Item>[] {
  const { items, counts, choice, isOrdered, parts } = asked
  const { grade, branch, subject } = choice
  const said: Said = { grade, branch, subject }
  if (!isOrdered) return [{ id: 'all', title: undefined, said, count: items.length, items }]

  const isWhole = grade && !subject
  const placeOf = (item: Item) => {
    const ofBranch = branch ? null : item.branch
    const subjects = !isWhole ? [] : parts === 'families' ? familyOf(item.subject).subjects : [item.subject]
    return {
      ofBranch,
      subjects,
      id: ['section', item.stage, ofBranch, subjects[0]].filter(Boolean).join('-'),
    }
  }
  const describe = (item: Item): Omit<Section<Item>, 'items'> => {
    const { ofBranch, subjects, id } = placeOf(item)
    const titles = [
      !grade && grades[item.stage].shortLabel,
      isWhole && (parts === 'families' ? familyOf(item.subject).label : subjectLabels[item.subject]),
      ofBranch && branchLabels[ofBranch],
    ].filter(Boolean)
    const isOwn = (cell: SchoolCount) =>
      (branch ? true : cell.branch === item.branch) &&
      (subjects.length === 0 || subjects.includes(cell.subject))
    return {
      id,
      title: titles.length > 0 ? titles.join('، ') : undefined,
      said: {
        grade: item.stage,
        branch: branch ?? item.branch,
        subject: subject ?? (isWhole && parts === 'subjects' ? item.subject : undefined),
      },
      count: countOf(counts.filter(isOwn), { ...choice, grade: item.stage }),
    }
  }

  const sections: (Omit<Section<Item>, 'items'> & { items: Item[] })[] = []
  for (const item of items) {
    const last = sections.at(-1)
    if (last?.id === placeOf(item).id) last.items.push(item)
    else sections.push({ ...describe(item), items: [item] })
  }
  return sections
}
