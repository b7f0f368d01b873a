/** The noun in the form that Arabic asks for after a number. Source: CLDR plural rules for ar. */
export interface CountedNoun {
  one: string
  two: string
  /** After 3 to 10, and after "no". */
  few: string
  /** After 11 to 99. */
  many: string
  /** After whole hundreds and the two numbers that follow them; absent where it is the same as `many`. */
  other?: string
}

/* Each apart, so that scripts of the site have those alone that they say. */
export const time: CountedNoun = { one: 'مرة واحدة', two: 'مرتان', few: 'مرات', many: 'مرة' }
export const page: CountedNoun = { one: 'صفحة واحدة', two: 'صفحتان', few: 'صفحات', many: 'صفحة' }
export const result: CountedNoun = { one: 'نتيجة واحدة', two: 'نتيجتان', few: 'نتائج', many: 'نتيجة' }
export const book: CountedNoun = { one: 'كتاب واحد', two: 'كتابان', few: 'كتب', many: 'كتاباً', other: 'كتاب' }
export const note: CountedNoun = { one: 'ملزمة واحدة', two: 'ملزمتان', few: 'ملازم', many: 'ملزمة' }
export const exam: CountedNoun = {
  one: 'امتحان واحد',
  two: 'امتحانان',
  few: 'امتحانات',
  many: 'امتحاناً',
  other: 'امتحان',
}
export const newsItem: CountedNoun = {
  one: 'خبر واحد',
  two: 'خبران',
  few: 'أخبار',
  many: 'خبراً',
  other: 'خبر',
}
export const file: CountedNoun = { one: 'ملف واحد', two: 'ملفان', few: 'ملفات', many: 'ملفاً', other: 'ملف' }
export const school: CountedNoun = { one: 'مدرسة واحدة', two: 'مدرستان', few: 'مدارس', many: 'مدرسة' }
export const second: CountedNoun = { one: 'ثانية واحدة', two: 'ثانيتان', few: 'ثوانٍ', many: 'ثانية' }
export const day: CountedNoun = { one: 'يوم واحد', two: 'يومان', few: 'أيام', many: 'يوماً', other: 'يوم' }
export const year: CountedNoun = { one: 'سنة واحدة', two: 'سنتان', few: 'سنوات', many: 'سنة' }
export const record: CountedNoun = { one: 'سجل واحد', two: 'سجلان', few: 'سجلات', many: 'سجلاً', other: 'سجل' }
