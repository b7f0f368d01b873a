import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['localeError']>>[0]

const counted = new Set<unknown>(['string', 'array', 'set', 'map', 'file'])

/** The sentence for a wrong value where the field has none of its own for that mistake. */
function sentenceOf(issue: Issue): string {
  const isMissing = issue.input === undefined || issue.input === null
  const isCounted = 'origin' in issue && counted.has(issue.origin)
  if (issue.code === 'invalid_type') return isMissing ? 'هذا الحقل مطلوب' : 'نوع القيمة المرسلة غير صحيح'
  if (issue.code === 'too_big') return isCounted ? 'القيمة أطول من المسموح' : 'القيمة أكبر من المسموح'
  if (issue.code === 'too_small') return isCounted ? 'القيمة أقصر من المطلوب' : 'القيمة أصغر من المسموح'
  if (issue.code === 'invalid_value') return 'القيمة ليست من القيم المسموحة'
  if (issue.code === 'unrecognized_keys') return 'أُرسلت حقول غير معروفة'
  return 'القيمة غير صالحة'
}

/* The library's own sentences are English, and name types that people do not know. */
z.config({ localeError: sentenceOf })
