import { grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import type { NoteInput } from '#contract/resources/note.ts'
import { curriculum } from '../curriculum.ts'
import { daysBefore } from '../demo-time.ts'

export interface DemoNote {
  input: Omit<NoteInput, 'image' | 'directLink'>
  /** The others show the cover that the site draws for a record without a picture. */
  hasCover: boolean
  createdAt: Date
}

/** Invented people: no teacher of these names is meant. */
const teachers = [
  'الأستاذ كرار الحسني',
  'الأستاذة زينب العبيدي',
  'الأستاذ مصطفى الراوي',
  'الأستاذة نور الجنابي',
  'الأستاذ علي الساعدي',
  'الأستاذة هدى الكرخي',
  'الأستاذ سيف الموصلي',
  'الأستاذة رسل البصري',
  'الأستاذ أحمد التميمي',
  'الأستاذة شهد الزبيدي',
]

const kinds = [
  'الملزمة الوافية في',
  'ملزمة المراجعة المركزة في',
  'ملخص قوانين وتعاريف',
  'أسئلة وأجوبة في',
  'ملزمة التمارين المحلولة في',
]

const places: [GradeCode, number][] = [
  ['FOURTH_PRIMARY', 2],
  ['FIFTH_PRIMARY', 2],
  ['SIXTH_PRIMARY', 6],
  ['FIRST_INTERMEDIATE', 3],
  ['SECOND_INTERMEDIATE', 3],
  ['THIRD_INTERMEDIATE', 8],
  ['FOURTH_PREPARATORY', 3],
  ['FIFTH_PREPARATORY', 4],
  ['SIXTH_PREPARATORY', 10],
]

/** Handouts of all stages, most of them for the grades with a ministerial exam. */
export function demoNotes(today: Date): DemoNote[] {
  const chosen = places.flatMap(([grade, count]) =>
    curriculum[grade].slice(0, count).map(taught => ({ grade, ...taught })),
  )
  return chosen.map(({ grade, subject, branch }, index) => {
    const teacher = teachers[(index * 3) % teachers.length] ?? ''
    const releaseYear = index % 4 === 3 ? 2025 : 2026
    return {
      input: {
        title: `${kinds[index % kinds.length]} ${subjectLabels[subject]} – ${grades[grade].shortLabel}`,
        teacher,
        subject,
        stage: grade,
        branch,
        releaseYear,
        keywords: [
          subjectLabels[subject],
          grades[grade].shortLabel,
          'ملزمة',
          teacher,
          formatPlainNumber(releaseYear),
        ],
      },
      hasCover: index % 3 === 0,
      createdAt: daysBefore(today, 3 + ((index * 29) % 150), index),
    }
  })
}
