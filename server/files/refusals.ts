import { AppError, errorCodeOf } from '#contract/errors.ts'

/** For what is a ZIP file inside, but made for another program. */
export const notArchive = 'هذا ملف مستند أو برنامج وليس ملف ZIP عادياً. ضع الملفات في ملف ZIP جديد ثم ارفعه.'

/** Refuses a file by its content, in the words for people. */
export function refuseFile(message: string, cause?: unknown): AppError {
  return new AppError('wrong_file_type', { message, cause })
}

/** Puts a file's name before the sentence that refuses it, so that people know which one to change. */
export function withFileName(error: unknown, name: string): unknown {
  const code = errorCodeOf(error)
  if ((code !== 'wrong_file_type' && code !== 'file_too_large') || !(error instanceof Error)) return error
  return new AppError(code, { message: `«${name}»: ${error.message}`, cause: error })
}
