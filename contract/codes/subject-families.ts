import type { SubjectCode } from './subjects.ts'

interface SubjectFamily {
  label: string
  subjects: readonly SubjectCode[]
}

/** All subjects in the order in which lists show them, in families. Source: P4.10. */
export const subjectFamilies: readonly SubjectFamily[] = [
  {
    label: 'العلوم والرياضيات',
    subjects: ['MATH', 'SCIENCE', 'PHYSICS', 'CHEMISTRY', 'BIOLOGY', 'GEOLOGY', 'COMPUTER'],
  },
  { label: 'اللغات', subjects: ['ARABIC', 'READING', 'GRAMMAR', 'ENGLISH', 'FRENCH', 'KURDISH'] },
  {
    label: 'التربية والاجتماعيات',
    subjects: [
      'ISLAMIC',
      'ETHICS',
      'NATIONAL_EDUCATION',
      'SOCIAL',
      'HISTORY',
      'GEOGRAPHY',
      'ECONOMICS',
      'SOCIOLOGY',
      'PHILOSOPHY',
    ],
  },
]

/** Every subject in the order of the curriculum, as lists show them. */
export const subjectsInOrder: readonly SubjectCode[] = subjectFamilies.flatMap(({ subjects }) => subjects)
