import { z } from 'zod'

/** The 23 directorates of education, stored and sent as these names. Source: A5.6. */
export const cities = [
  'الكرخ الأولى',
  'الكرخ الثانية',
  'الكرخ الثالثة',
  'الرصافة الأولى',
  'الرصافة الثانية',
  'الرصافة الثالثة',
  'البصرة',
  'نينوى',
  'أربيل',
  'السليمانية',
  'دهوك',
  'كركوك',
  'الأنبار',
  'ديالى',
  'كربلاء',
  'بابل',
  'واسط',
  'صلاح الدين',
  'ذي قار',
  'ميسان',
  'المثنى',
  'القادسية',
  'النجف',
] as const
export type City = (typeof cities)[number]

export const citySchema = z.enum(cities, { error: 'اختر المدينة من القائمة' })
