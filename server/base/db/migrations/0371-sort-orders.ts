import { type Kysely, sql } from 'kysely'

/* The orders of codes as the lists ask for them; whoever changes one makes these indexes anew. */
const grades =
  'FIRST_PRIMARY,SECOND_PRIMARY,THIRD_PRIMARY,FOURTH_PRIMARY,FIFTH_PRIMARY,SIXTH_PRIMARY,FIRST_INTERMEDIATE,SECOND_INTERMEDIATE,THIRD_INTERMEDIATE,FOURTH_PREPARATORY,FIFTH_PREPARATORY,SIXTH_PREPARATORY'
const branches = 'SCIENTIFIC,LITERARY,VOCATIONAL'
const subjects =
  'MATH,SCIENCE,PHYSICS,CHEMISTRY,BIOLOGY,GEOLOGY,COMPUTER,ARABIC,READING,GRAMMAR,ENGLISH,FRENCH,KURDISH,ISLAMIC,ETHICS,NATIONAL_EDUCATION,SOCIAL,HISTORY,GEOGRAPHY,ECONOMICS,SOCIOLOGY,PHILOSOPHY'
const categories =
  'EXAM_SCHEDULE,STUDY_CURRICULUM,E_LEARNING,SCHOOL_BOOKS,SCHOOL_CONSTRUCTION,HONORING_EXCELLENCE,GENERAL_NEWS,EXAM_RESULTS'

const byGrade = `array_position('{${grades}}'::text[], stage)`
const byBranch = `coalesce(array_position('{${branches}}'::text[], branch), 0)`
const bySubject = `array_position('{${subjects}}'::text[], subject)`
const byCategory = `array_position('{${categories}}'::text[], type)`

const orders = [
  ['books', { subject: bySubject, stage: byGrade, branch: byBranch, year: 'release_year' }],
  [
    'notes',
    { teacher: 'teacher_text', subject: bySubject, stage: byGrade, branch: byBranch, year: 'release_year' },
  ],
  ['exams', { subject: bySubject, stage: byGrade, year: 'release_year', round: 'try' }],
  ['results', { city: 'city', stage: byGrade, branch: byBranch, year: 'release_year', round: 'try' }],
  ['news', { category: byCategory }],
] as const

/** Lets a page of a list be read in each order that staff sort it by, without reading and sorting the whole list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, by] of orders) {
    for (const [name, value] of Object.entries(by)) {
      await sql`
        create index ${sql.ref(`${table}_by_${name}`)} on ${sql.table(table)} (${sql.raw(`(${value})`)}, id)`.execute(
        db,
      )
    }
  }
}
