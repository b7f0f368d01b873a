import { describe, expect, it } from 'vitest'
import { auditActionLabels, auditActions, auditEntities, auditEntityLabels, auditFields } from './audit.ts'
import { branchCodes, branchLabels } from './branches.ts'
import { cities } from './cities.ts'
import {
  gradeCodes,
  grades,
  gradesOfStage,
  ministerialGradeBySlug,
  ministerialGradeCodes,
  ministerialGrades,
  stageBySlug,
  stageCodes,
  stages,
} from './grades.ts'
import { newsCategoryCodes, newsCategoryLabels } from './news-categories.ts'
import { roleLabels, roles } from './roles.ts'
import { roundLabel, rounds } from './rounds.ts'
import { examSubjects, stageSubjects, subjectCodes, subjectLabels, subjectsOfGrade } from './subjects.ts'

/** The names as they are promised, to compare word for word. Source: A5.2. */
const words = (text: string) => text.split(/[,;]\s*/).map(word => word.trim())

const arabicText = /^[\u0600-\u06FF ]+$/

function expectLabels(codes: readonly string[], labels: Record<string, string>): void {
  expect(Object.keys(labels)).toEqual([...codes])
  for (const label of Object.values(labels)) expect(label).toMatch(arabicText)
  expect(new Set(Object.values(labels)).size).toBe(codes.length)
}

describe('the code lists', () => {
  it('has the 12 grades, in school order, each in its stage', () => {
    expect(gradeCodes).toEqual(
      words(
        'FIRST_PRIMARY, SECOND_PRIMARY, THIRD_PRIMARY, FOURTH_PRIMARY, FIFTH_PRIMARY, SIXTH_PRIMARY, FIRST_INTERMEDIATE, SECOND_INTERMEDIATE, THIRD_INTERMEDIATE, FOURTH_PREPARATORY, FIFTH_PREPARATORY, SIXTH_PREPARATORY',
      ),
    )
    expect(gradeCodes).toHaveLength(12)
    expectLabels(gradeCodes, Object.fromEntries(gradeCodes.map(code => [code, grades[code].label])))
    expect(grades.FIRST_PRIMARY.label).toBe('الصف الأول الابتدائي')
    for (const code of gradeCodes) {
      expect(code.endsWith(grades[code].stage)).toBe(true)
      expect(grades[code].label).toBe(`الصف ${grades[code].shortLabel}`)
    }
  })

  it('has the three stages with grades 1–6, 1–3 and 4–6', () => {
    expect(stageCodes).toEqual(['PRIMARY', 'INTERMEDIATE', 'PREPARATORY'])
    const ordinals = (stage: (typeof stageCodes)[number]) =>
      gradesOfStage(stage).map(code => grades[code].ordinal)
    expect(ordinals('PRIMARY')).toEqual([1, 2, 3, 4, 5, 6])
    expect(ordinals('INTERMEDIATE')).toEqual([1, 2, 3])
    expect(ordinals('PREPARATORY')).toEqual([4, 5, 6])
    expect(stageCodes.map(code => stages[code].slug)).toEqual(['primary', 'intermediate', 'preparatory'])
    expect(stageBySlug('primary')).toBe('PRIMARY')
    expect(stageBySlug('toString')).toBeUndefined()
  })

  it('has the three ministerial grades; primary results have no branches', () => {
    expect(ministerialGradeCodes).toEqual(['SIXTH_PRIMARY', 'THIRD_INTERMEDIATE', 'SIXTH_PREPARATORY'])
    expect(ministerialGradeCodes.map(code => ministerialGrades[code].slug)).toEqual([
      'sixth-primary',
      'third-intermediate',
      'sixth-preparatory',
    ])
    expect(ministerialGradeCodes.map(code => ministerialGrades[code].hasBranches)).toEqual([
      false,
      true,
      true,
    ])
    expect(ministerialGradeBySlug('third-intermediate')).toBe('THIRD_INTERMEDIATE')
  })

  it('has the 22 subjects, each with an Arabic label', () => {
    expect(subjectCodes).toEqual(
      words(
        'MATH, SCIENCE, BIOLOGY, CHEMISTRY, PHYSICS, ISLAMIC, ARABIC, ENGLISH, FRENCH, GEOGRAPHY, HISTORY, ECONOMICS, READING, GRAMMAR, SOCIAL, COMPUTER, ETHICS, SOCIOLOGY, PHILOSOPHY, NATIONAL_EDUCATION, KURDISH, GEOLOGY',
      ),
    )
    expect(subjectCodes).toHaveLength(22)
    expectLabels(subjectCodes, subjectLabels)
  })

  it('offers 7, 11 and 17 subjects in the filters of the stages', () => {
    expect(stageCodes.map(stage => new Set(stageSubjects[stage]).size)).toEqual([7, 11, 17])
    expect(subjectsOfGrade('FOURTH_PREPARATORY')).toBe(stageSubjects.PREPARATORY)
  })

  it('offers the subjects of the exam pages as listed', () => {
    const six = ['ARABIC', 'MATH', 'SCIENCE', 'ENGLISH', 'ISLAMIC', 'SOCIAL']
    expect(examSubjects.SIXTH_PRIMARY).toEqual(six)
    expect(examSubjects.THIRD_INTERMEDIATE).toEqual(six)
    expect(examSubjects.SIXTH_PREPARATORY).toEqual(
      words('ARABIC, MATH, PHYSICS, CHEMISTRY, BIOLOGY, ENGLISH, ISLAMIC, ECONOMICS'),
    )
  })

  it('has the three branches with their labels', () => {
    expect(branchCodes).toEqual(['SCIENTIFIC', 'LITERARY', 'VOCATIONAL'])
    expect(branchLabels).toEqual({ SCIENTIFIC: 'علمي', LITERARY: 'أدبي', VOCATIONAL: 'مهني' })
  })

  it('has the 8 news categories with Arabic labels', () => {
    expect(newsCategoryCodes).toEqual(
      words(
        'EXAM_SCHEDULE, STUDY_CURRICULUM, E_LEARNING, SCHOOL_BOOKS, SCHOOL_CONSTRUCTION, HONORING_EXCELLENCE, GENERAL_NEWS, EXAM_RESULTS',
      ),
    )
    expectLabels(newsCategoryCodes, newsCategoryLabels)
  })

  it('has the 23 cities from first Karkh to Najaf', () => {
    expect(new Set(cities).size).toBe(23)
    expect(cities).toEqual(
      words(
        'الكرخ الأولى; الكرخ الثانية; الكرخ الثالثة; الرصافة الأولى; الرصافة الثانية; الرصافة الثالثة; البصرة; نينوى; أربيل; السليمانية; دهوك; كركوك; الأنبار; ديالى; كربلاء; بابل; واسط; صلاح الدين; ذي قار; ميسان; المثنى; القادسية; النجف',
      ),
    )
  })

  it('names the rounds 1 to 4, keeps the digit of another, and says nothing of 0', () => {
    expect(rounds).toEqual([1, 2, 3, 4])
    expect([1, 2, 3, 4].map(round => roundLabel(round))).toEqual([
      'الدور الأول',
      'الدور الثاني',
      'الدور الثالث',
      'الدور التمهيدي',
    ])
    expect(roundLabel(7)).toBe('الدور 7')
    expect(roundLabel(0)).toBe('')
  })

  it('has the audit actions, entities and fields', () => {
    expect(auditActions).toEqual(['CREATE', 'UPDATE', 'DELETE'])
    expectLabels(auditActions, auditActionLabels)
    expect(auditEntities.slice(0, 6)).toEqual([
      'USER',
      'BOOK',
      'MALAZIMA',
      'MINISTERIAL_EXAM',
      'RESULT',
      'NEWS',
    ])
    expectLabels(auditEntities, auditEntityLabels)
    expect(auditFields).toMatchObject({
      USER: ['email'],
      BOOK: ['title', 'subject', 'stage', 'releaseYear'],
      MINISTERIAL_EXAM: ['title', 'subject', 'stage', 'try', 'releaseYear'],
      MALAZIMA: ['title', 'teacher', 'subject', 'stage'],
      RESULT: ['stage', 'try', 'school', 'city', 'releaseYear'],
      NEWS: ['title', 'type'],
    })
  })

  it('has the two roles', () => {
    expect(roles).toEqual(['admin', 'editor'])
    expectLabels(roles, roleLabels)
  })
})
