import type { BranchCode } from '#contract/codes/branches.ts'
import { branchCodes } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import type { City } from '#contract/codes/cities.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { groups, inventSchool, inventStudent } from './invented-names.ts'
import type { Group } from './invented-names.ts'
import { chanceOf } from './random.ts'
import type { Chance } from './random.ts'

/** What the schools of an archive have in common. */
export interface Place {
  stage: MinisterialGradeCode
  city: City
  branch: BranchCode | undefined
  round: number
  releaseYear: number
}

export interface Student {
  /** Twelve digits, once in the whole country. */
  examNumber: string
  name: string
  /** In the order of the school's subjects. */
  marks: number[]
  total: number
  outcome: string
}

export interface School {
  name: string
  group: Group
  subjects: readonly string[]
  students: Student[]
}

const passMark = 50
/** Whoever fails in more may not try again in the next round. */
const mostRepeated = 2

const schoolKinds: Record<MinisterialGradeCode, readonly [string, ...string[]]> = {
  SIXTH_PRIMARY: ['مدرسة'],
  THIRD_INTERMEDIATE: ['متوسطة', 'ثانوية'],
  SIXTH_PREPARATORY: ['إعدادية', 'ثانوية'],
}
const commonSubjects = ['الإسلامية', 'العربية', 'الإنكليزية', 'الرياضيات']
const furtherSubjects: Record<BranchCode, readonly string[]> = {
  SCIENTIFIC: ['الفيزياء', 'الكيمياء'],
  LITERARY: ['التاريخ', 'الجغرافية'],
  VOCATIONAL: ['الصناعة'],
}

function subjectsOf({ stage, branch }: Place): readonly string[] {
  if (branch) return [...commonSubjects, ...furtherSubjects[branch]]
  return stage === 'SIXTH_PRIMARY' ? commonSubjects : [...commonSubjects, 'العلوم']
}

/** The three to six schools of a place with their students, girls' and boys' schools in turn: the same in every run. */
export function inventSchools(place: Place): School[] {
  const cityIndex = cities.indexOf(place.city)
  const chance = chanceOf(`${place.stage} ${place.city} ${place.branch ?? ''} ${place.releaseYear}`)
  return Array.from({ length: 3 + chance.below(4) }, (_, index): School => {
    const group = groups[(index + cityIndex) % 2] ?? 'بنين'
    const kind = chance.pick(schoolKinds[place.stage])
    const subjects = subjectsOf(place)
    return {
      name: inventSchool(kind, group, cityIndex * 7 + index * 3),
      group,
      subjects,
      students: inventStudents(place, { index, group, subjectCount: subjects.length }, chance),
    }
  })
}

function inventStudents(
  { stage, city, branch, round, releaseYear }: Place,
  school: { index: number; group: Group; subjectCount: number },
  chance: Chance,
): Student[] {
  const beginning = [
    ministerialGradeCodes.indexOf(stage) + 1,
    releaseYear % 100,
    round,
    branch ? branchCodes.indexOf(branch) + 1 : 0,
    String(cities.indexOf(city) + 1).padStart(2, '0'),
    String(school.index + 1).padStart(2, '0'),
  ].join('')
  let place = 0
  return Array.from({ length: 8 + chance.below(18) }, () => {
    place += 1 + chance.below(30)
    const marks = Array.from({ length: school.subjectCount }, () => inventMark(chance))
    const failed = marks.filter(mark => mark < passMark).length
    return {
      examNumber: `${beginning}${String(place).padStart(3, '0')}`,
      name: inventStudent(school.group, chance),
      marks,
      total: marks.reduce((sum, mark) => sum + mark, 0),
      outcome: failed === 0 ? 'ناجح' : failed <= mostRepeated ? 'مكمل' : 'راسب',
    }
  })
}

function inventMark(chance: Chance): number {
  return chance.below(12) === 0 ? 20 + chance.below(30) : passMark + chance.below(51)
}
