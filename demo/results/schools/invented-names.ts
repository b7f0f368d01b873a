import type { Chance } from './random.ts'

/** Whom a school is for. */
export const groups = ['بنين', 'بنات'] as const
export type Group = (typeof groups)[number]

const schoolNames = [
  'القمر الأخضر',
  'النخلة الزرقاء',
  'الغيمة الضاحكة',
  'المذنب الأول',
  'السلحفاة السريعة',
  'الألوان السبعة',
  'الرمانة الذهبية',
  'الهدهد المسافر',
  'الزورق الورقي',
  'اللؤلؤة البرتقالية',
  'قوس المطر',
  'جزيرة الأحلام',
  'الفراشة الفضية',
  'الأرجوحة العالية',
  'المنطاد الأبيض',
  'حديقة الكواكب',
  'الطائرة الورقية',
  'السنبلة المضيئة',
  'البرج المائل',
  'الآفاق الخيالية',
] as const

const givenNames = {
  بنين: ['علاء', 'أوس', 'نبراس', 'غيث', 'لؤي', 'مصطفى', 'آدم', 'عبد الإله', 'سيف', 'يزن'],
  بنات: ['آلاء', 'زهراء', 'رؤى', 'نور الهدى', 'شهد', 'إسراء', 'لمى', 'ولاء', 'تبارك', 'ضحى'],
} as const

const elders = ['نيزك', 'كوكب', 'هلال', 'شهاب', 'نورس', 'زورق', 'لؤلؤ', 'صنوبر', 'مذنب', 'سحاب'] as const
const families = ['الخيالي', 'التجريبي', 'الافتراضي', 'النموذجي', 'المتخيل'] as const

/** A student's name that nobody bears: given name, two elders, and a family that says so. */
export function inventStudent(group: Group, chance: Chance): string {
  const [father, grandfather] = [chance.pick(elders), chance.pick(elders)]
  return [chance.pick(givenNames[group]), father, grandfather, chance.pick(families)].join(' ')
}

/** The name of the nth school of a place; twenty are told apart. */
export function inventSchool(kind: string, group: Group, index: number): string {
  const name = schoolNames[index % schoolNames.length] ?? schoolNames[0]
  return `${kind} ${name} لل${group}`
}
