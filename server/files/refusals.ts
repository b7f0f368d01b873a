import { AppError } from '#contract/errors.ts'

/** For what is a ZIP file inside, but made for another program. */
export const notArchive = 'هذا ملف مستند أو برنامج وليس ملف ZIP عادياً. ضع الملفات في ملف ZIP جديد ثم ارفعه.'

/** Refuses a file by its content, in the words for people. */
export function refuseFile(message: string, cause?: unknown): AppError {
  return new AppError('wrong_file_type', { message, cause })
}
