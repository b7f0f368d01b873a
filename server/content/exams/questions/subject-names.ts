import { writtenWords } from '#contract/arabic/words.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'

/** Of branches of knowledge that are no subject of a school by themselves. */
const branches = [
  'المحاسبة',
  'علم النفس',
  'الإحصاء',
  'البلاغة',
  'النحو',
  'الأدب',
  'الجبر',
  'الهندسة',
  'الجغرافيا',
]

const names = new Set(
  [...Object.values(subjectLabels), ...branches].map(name => writtenWords(name).join(' ')),
)

/** Whether words end with the name of a subject, behind «في»: it tells where a term is used, and no other term. */
export const isSubjectName = (words: readonly string[], at: number): boolean =>
  words[at] === 'في' && names.has(words.slice(at + 1).join(' '))
