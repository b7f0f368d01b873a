import type { CountedNoun } from './format.ts'

/** What is counted only where the staff works: it stands apart so that no public page loads it. Source: CLDR plural rules for ar. */
export const staffNouns = {
  question: { one: 'سؤال واحد', two: 'سؤالان', few: 'أسئلة', many: 'سؤالاً', other: 'سؤال' },
  message: { one: 'رسالة واحدة', two: 'رسالتان', few: 'رسائل', many: 'رسالة' },
  user: { one: 'مستخدم واحد', two: 'مستخدمان', few: 'مستخدمين', many: 'مستخدماً', other: 'مستخدم' },
  auditEntry: { one: 'قيد واحد', two: 'قيدان', few: 'قيود', many: 'قيداً', other: 'قيد' },
  visit: { one: 'زيارة واحدة', two: 'زيارتان', few: 'زيارات', many: 'زيارة' },
  image: { one: 'صورة واحدة', two: 'صورتان', few: 'صور', many: 'صورة' },
  upload: { one: 'عملية رفع واحدة', two: 'عمليتا رفع', few: 'عمليات رفع', many: 'عملية رفع' },
  job: { one: 'عمل واحد', two: 'عملان', few: 'أعمال', many: 'عملاً', other: 'عمل' },
  call: { one: 'نداء واحد', two: 'نداءان', few: 'نداءات', many: 'نداءً', other: 'نداء' },
  line: { one: 'سطر واحد', two: 'سطران', few: 'أسطر', many: 'سطراً', other: 'سطر' },
  filter: { one: 'تصفية واحدة', two: 'تصفيتان', few: 'تصفيات', many: 'تصفية' },
  draft: { one: 'مسودة واحدة', two: 'مسودتان', few: 'مسودات', many: 'مسودة' },
  minute: { one: 'دقيقة واحدة', two: 'دقيقتان', few: 'دقائق', many: 'دقيقة' },
} as const satisfies Record<string, CountedNoun>
