import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

/** What can be wrong with an archive or one of its entries, in the words for staff. */
export const archiveSentences = {
  damagedArchive: 'ملف ZIP تالف أو ناقص، فلم تُفتح أوراقه. أعد ضغط الملفات ثم ارفعه.',
  tooMany: `عدد الملفات داخل ZIP أكبر من المسموح (${formatNumber(limits.maxZipEntries)}).`,
  tooLarge: 'محتوى ملف ZIP بعد فك الضغط أكبر من المعقول (قنبلة ضغط).',
  encrypted: 'الملف محمي بكلمة مرور داخل الأرشيف. ضعه فيه بلا كلمة مرور.',
  path: 'مسار الملف يخرج من مجلد الأرشيف، فلم يُفتح.',
  link: 'هذا رابط رمزي وليس ملفاً. ضع الملف نفسه في الأرشيف.',
  method: 'الملف مضغوط بطريقة غير مدعومة. أعد ضغطه بطريقة ZIP العادية.',
  overlap: 'الملف يشارك غيره البايتات نفسها داخل الأرشيف (قنبلة ضغط)، فلم يُفتح.',
  bomb: 'حجم الملف بعد فك الضغط أكبر من المعقول (قنبلة ضغط)، فلم يُفتح.',
  size: 'حجم الملف غير ما يقوله الأرشيف عنه، فلم يُفتح. أعد ضغطه.',
  damaged: 'الملف تالف داخل الأرشيف. أعد ضغطه ثم ارفع الأرشيف.',
  tooDeep: 'ملف ZIP داخل ملف ZIP داخل الأرشيف لا يُفتح. أخرج ملفاته درجة.',
} as const
export type ArchiveFault = keyof typeof archiveSentences

/** An archive, or an entry of one, that cannot be opened; the message is for staff. */
export class ArchiveError extends Error {
  readonly fault: ArchiveFault

  constructor(fault: ArchiveFault, cause?: unknown) {
    super(archiveSentences[fault], { cause })
    this.name = 'ArchiveError'
    this.fault = fault
  }
}
