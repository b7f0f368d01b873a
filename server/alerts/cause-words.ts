import { formatDateTime, formatFileSize, formatPlainNumber } from '#contract/format.ts'
import type { BackupState } from '#server/backup/backup-state.ts'
import { withoutNumbers } from '#server/base/logged-error.ts'
import type { DiskSpace } from '#server/health/disk.ts'
import type { Cause } from './alert.types.ts'

type Words = Pick<Cause, 'title' | 'lines'>

interface Place {
  server: string
  /** A folder on the disk: a machine has several. */
  folder: string
}

/** What is said of a disk that is soon full, or is. */
export function diskWords({ server, folder }: Place, isFull: boolean, { free, total }: DiskSpace): Words {
  const room = `المتاح ${formatFileSize(free)} من ${formatFileSize(total)} على الخادم ${server}، في قرص المجلد ${folder}.`
  const advice = 'انقل النسخ الاحتياطية القديمة إلى قرص آخر، أو كبّر القرص.'
  if (isFull) return { title: 'امتلأ القرص', lines: ['توقف الرفع والحفظ.', room, advice] }
  return { title: 'يوشك القرص أن يمتلئ', lines: [room, advice] }
}

/** What is said of a backup that failed or is late. */
export function backupWords({ state, doneAt, reason, advice }: BackupState): Words {
  const last = doneAt === null ? 'لا نسخة ليلية تامة بعد.' : `آخر نسخة ليلية تامة: ${formatDateTime(doneAt)}.`
  if (state === 'late') {
    const todo = 'تأكد أن الموقع يعمل ليلاً وأن الأعمال لا تنتظر.'
    return { title: 'فاتت ليلة بلا نسخة احتياطية', lines: [last, todo] }
  }
  const lines = [reason ?? 'السبب في سجل الخادم.', last, advice ?? 'أعدها من «الأعمال».']
  return { title: 'فشل النسخ الاحتياطي', lines }
}

/** What is said of work that was given up; `newest` are the last of them. */
export function jobWords(count: number, newest: readonly { title: string; reason: string | null }[]): Words {
  const named = newest.map(({ title, reason }) =>
    withoutNumbers(reason === null ? title : `${title}: ${reason}`),
  )
  return {
    title: 'فشلت أعمال في الخلفية',
    lines: [`عددها: ${formatPlainNumber(count)}.`, ...named, 'في «الأعمال» سبب كل منها وما تفعله.'],
  }
}

/** What is said of stored files that are not what was stored. */
export function fileWords(count: number): Words {
  const advice = 'ارفعها من جديد في سجلاتها: تجدها في «نظرة عامة» تحت «يحتاج إلى انتباه».'
  return { title: 'ملفات تالفة على الخادم', lines: [`عددها: ${formatPlainNumber(count)}.`, advice] }
}

/** What is said of a store of files that does not answer. */
export function storeWords(): Words {
  const lines = ['لا تُفتح الملفات ولا تُرفع.', 'تأكد أن القرص أو خادم المخزن يعمل وأن مفاتيحه صحيحة.']
  return { title: 'مخزن الملفات لا يجيب', lines }
}

/** What is said of a database that does not answer. */
export function databaseWords(server: string, since: Date): Words {
  const lines = [
    `لا تجيب الخادم ${server} منذ ${formatDateTime(since)}. تبقى الصفحات المعروفة مفتوحة، ويتوقف الحفظ والدخول.`,
    'تأكد أن خادم القاعدة يعمل وأن على قرصه مساحة. يعود الموقع وحده حين تجيب.',
  ]
  return { title: 'قاعدة البيانات لا تجيب', lines }
}

/** What is said of a database that answers again. */
export function databaseAgainWords(since: Date, until: Date): Words {
  return {
    title: 'عادت قاعدة البيانات',
    lines: [`غابت من ${formatDateTime(since)} إلى ${formatDateTime(until)}.`],
  }
}

const wellTitles: Record<string, string> = {
  disk: 'عاد في القرص متسع',
  backup: 'عاد النسخ الاحتياطي يعمل',
  jobs: 'لم تبق أعمال فاشلة',
  files: 'لم تبق ملفات تالفة',
  store: 'عاد مخزن الملفات',
}

/** What is said of a cause, by its key, that is gone. */
export function wellWords(key: string): Words {
  const [cause = '', server] = key.split(' ')
  const where = server === undefined ? '' : ` على الخادم ${server}`
  return { title: wellTitles[cause] ?? 'زال السبب', lines: [`زال سبب التنبيه السابق${where}.`] }
}
