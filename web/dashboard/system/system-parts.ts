import { formatDateTime, formatFileSize, formatNumber, formatSince } from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { SystemState } from '#contract/resources/system-state.ts'

/** How a part is: well, in need of somebody, or out of order. */
export type PartTone = 'well' | 'attention' | 'fault'

/** What the screen says of a part. */
export interface PartWords {
  name: string
  tone: PartTone
  /** What is known of it, a sentence each. */
  facts: string[]
  /** What to do; only where it is not well. */
  advice?: string
  link?: { to: string; label: string }
  /** How much of it is used up, from 0 to 1. */
  used?: number
  /** Whether it can be tried out from here. */
  canTry?: boolean
}

function database({ engine, isWell, memoryBytes, restarts }: SystemState['database']): PartWords {
  const name = 'قاعدة البيانات'
  const isEmbedded = engine === 'pglite'
  if (!isWell) {
    const advice = 'تأكد أن خادم القاعدة يعمل وأن على قرصه مساحة. يعود الموقع وحده حين تجيب.'
    const away = isEmbedded ? 'القاعدة المدمجة لا تجيب.' : 'خادم PostgreSQL لا يجيب.'
    return { name, tone: 'fault', facts: [away], advice }
  }
  const memory = memoryBytes === null ? [] : [`ذاكرتها: ${formatFileSize(memoryBytes)}.`]
  const here = isEmbedded ? 'القاعدة المدمجة تعمل.' : 'خادم PostgreSQL يعمل.'
  if (restarts === 0) return { name, tone: 'well', facts: [here, ...memory] }
  return {
    name,
    tone: 'attention',
    facts: [`أُعيد فتحها وحدها منذ التشغيل: ${formatNumber(restarts)}.`, ...memory],
    advice: 'لم يُفقد شيء. إن تكرر ذلك فانظر في سجل الخادم، وزد ذاكرته.',
  }
}

function store({ place, isWell }: SystemState['store']): PartWords {
  const name = 'مخزن الملفات'
  const where = place === 'folder' ? 'على قرص الخادم' : 'في مخزن بعيد (S3)'
  if (isWell) return { name, tone: 'well', facts: [`الملفات ${where}، وهي في المتناول.`] }
  return {
    name,
    tone: 'fault',
    facts: [`المخزن ${where} لا يجيب.`],
    advice:
      place === 'folder'
        ? 'تأكد أن القرص موصول وأن مجلد البيانات في مكانه ويقبل الكتابة.'
        : 'تأكد أن خادم المخزن يعمل وأن مفاتيح S3 في إعدادات الخادم صحيحة.',
  }
}

function disk(state: SystemState['disk']): PartWords {
  const name = 'القرص'
  if (state === null) {
    return {
      name,
      tone: 'attention',
      facts: ['تعذرت معرفة المساحة.'],
      advice: 'تأكد أن قرص البيانات موصول.',
    }
  }
  const { free, total } = state
  const facts = [`المتاح ${formatFileSize(free)} من ${formatFileSize(total)}.`]
  const used = total > 0 ? 1 - free / total : 0
  if (state.state === 'well') return { name, tone: 'well', facts, used }
  const room = 'انقل النسخ الاحتياطية القديمة إلى قرص آخر، أو كبّر القرص.'
  if (state.state === 'low') return { name, tone: 'attention', facts, used, advice: `يوشك أن يمتلئ. ${room}` }
  return { name, tone: 'fault', facts, used, advice: `امتلأ القرص، فتوقف الرفع والحفظ. ${room}` }
}

function jobs(state: SystemState['jobs']): PartWords {
  const { waiting, running, failed, oldestDueAt } = state
  const name = 'الأعمال في الخلفية'
  const facts = [
    `تعمل الآن ${formatNumber(running)}، تنتظر ${formatNumber(waiting)}، فشلت ${formatNumber(failed)}.`,
    ...(oldestDueAt ? [`أقدم ما ينتظر دوره: ${formatSince(oldestDueAt)}.`] : []),
  ]
  if (!state.isRunning) {
    return {
      name,
      tone: 'fault',
      facts,
      advice: 'توقف تنفيذ الأعمال. أعد تشغيل الموقع؛ تُكمل الأعمال من حيث كانت.',
    }
  }
  if (failed > 0) {
    return {
      name,
      tone: 'attention',
      facts,
      advice: 'في كل عمل فشل سببه وما تفعله، ثم أعده بضغطة.',
      link: { to: `${dashboardPaths.jobs}?state=failed`, label: 'الأعمال التي فشلت' },
    }
  }
  if (state.isLate) {
    return {
      name,
      tone: 'attention',
      facts,
      advice: 'الخادم مشغول بأعمال طويلة. إن لم ينقص العدد بعد ساعة فأعد تشغيل الموقع.',
      link: { to: dashboardPaths.jobs, label: 'الأعمال' },
    }
  }
  return { name, tone: 'well', facts }
}

function backup({ state, doneAt, reason, advice }: SystemState['backup']): PartWords {
  const name = 'النسخ الاحتياطي'
  const last = doneAt ? `آخر نسخة ليلية تامة: ${formatDateTime(doneAt)}.` : 'لا نسخة ليلية تامة بعد.'
  const link = { to: dashboardPaths.jobs, label: 'الأعمال' }
  switch (state) {
    case 'off':
      return {
        name,
        tone: 'attention',
        facts: ['لا نسخ احتياطياً كل ليلة.'],
        advice: 'يضبط مشغّل الخادم مكانه في BACKUP_TO: مجلد على قرص آخر، أو مخزن بعيد.',
      }
    case 'never':
      return {
        name,
        tone: 'attention',
        facts: [last],
        advice: 'تُصنع الأولى عند تشغيل الموقع، ثم واحدة كل ليلة بعد الرابعة. تراها في الأعمال.',
        link,
      }
    case 'late':
      return {
        name,
        tone: 'fault',
        facts: [last],
        advice: 'فاتت ليلة بلا نسخة. تأكد أن الموقع يعمل ليلاً وأن الأعمال لا تنتظر.',
        link,
      }
    case 'failed':
      return {
        name,
        tone: 'fault',
        facts: [reason ?? 'فشلت آخر نسخة.', last],
        advice: advice ?? 'أعدها من الأعمال.',
        link,
      }
    case 'well':
      return { name, tone: 'well', facts: [last, ...(reason ? [reason] : [])], ...(advice && { advice }) }
  }
}

function files({ damaged }: SystemState['files']): PartWords {
  const name = 'سلامة الملفات'
  if (damaged === 0) return { name, tone: 'well', facts: ['لا ملفات تالفة.'] }
  return {
    name,
    tone: 'attention',
    facts: [`ملفات تالفة على الخادم: ${formatNumber(damaged)}.`],
    advice: 'ارفعها من جديد في سجلاتها: تجدها في «نظرة عامة» تحت «يحتاج إلى انتباه».',
    link: { to: dashboardPaths.overview, label: 'نظرة عامة' },
  }
}

const wayNames: Record<SystemState['alerts'][number]['way'], string> = {
  mail: 'بالبريد إلى',
  webhook: 'إلى الموقع',
}

function alerts(ways: SystemState['alerts']): PartWords {
  const name = 'التنبيهات'
  if (ways.length === 0) {
    return {
      name,
      tone: 'attention',
      facts: ['لا يُنبَّه أحد حين يحدث خلل.'],
      advice: 'يضبط مشغّل الخادم ALERT_MAIL_TO مع SMTP_URL، أو ALERT_WEBHOOK.',
    }
  }
  return {
    name,
    tone: 'well',
    facts: ways.map(({ way, to }) => `تُرسل ${wayNames[way]} ${to}.`),
    canTry: true,
  }
}

/** What the screen says of each part, always in the same order. */
export function partsOf(state: SystemState): PartWords[] {
  return [
    database(state.database),
    store(state.store),
    disk(state.disk),
    jobs(state.jobs),
    backup(state.backup),
    files(state.files),
    alerts(state.alerts),
  ]
}
