import type { FailureWords } from '#server/jobs/job-failure.ts'
import type { LightAbsence } from './light-copies.types.ts'

const unchanged = 'الملف نفسه يبقى للقراءة والتحميل.'
/** What staff are told of a file that has no light copy; nothing of one that is light already. */
export const absenceWords: Partial<Record<LightAbsence, FailureWords>> = {
  'too-large': {
    reason: 'لا نسخة خفيفة للملف: حجمه أكثر مما تسعه ذاكرة الخادم.',
    advice: `${unchanged} إن قسّمته صارت لكل قسم نسخة خفيفة.`,
  },
  damaged: {
    reason: 'لا نسخة خفيفة للملف: هو تالف، أو مكتوب بطريقة لا تُفهم.',
    advice: `${unchanged} احفظه من جديد على جهازك ثم ارفعه في سجله.`,
  },
  locked: {
    reason: 'لا نسخة خفيفة للملف: هو محمي.',
    advice: `${unchanged} احفظه بلا حماية ثم ارفعه في سجله لتصير له نسخة خفيفة.`,
  },
  differs: {
    reason: 'لا نسخة خفيفة للملف: لم تخرج صفحاته فيها كما هي.',
    advice: unchanged,
  },
  'too-complex': {
    reason: 'لا نسخة خفيفة للملف: احتاج صنعها وقتاً أو ذاكرة أكثر من المسموح.',
    advice: `${unchanged} احفظه من جديد على جهازك أو قسّمه، ثم ارفعه في سجله.`,
  },
}

/** The same while the server has too little memory to make any. */
export const littleMemory: FailureWords = {
  reason: 'لا نسخة خفيفة للملف: ذاكرة الخادم أقل من أن تُصنع فيها نسخ خفيفة.',
  advice: `${unchanged} تُصنع نسخته حين تكون للخادم ذاكرة أكثر.`,
}

/** Of a file whose light copy would save too little. */
export const lightAlready = 'لا يحتاج الملف نسخة خفيفة: هو خفيف كما هو.'
