/** Every error that leaves the server: its HTTP status and its Arabic sentence. Source: A2.1. */
export const errorCatalogue = {
  bad_request: { status: 400, message: 'تعذر فهم الطلب. حدّث الصفحة وحاول مرة أخرى.' },
  malformed_json: { status: 400, message: 'تعذر قراءة البيانات المرسلة. حدّث الصفحة وحاول مرة أخرى.' },
  signed_out: { status: 401, message: 'انتهت الجلسة أو لم تسجل الدخول بعد. سجّل الدخول للمتابعة.' },
  wrong_credentials: {
    status: 401,
    message: 'فشل تسجيل الدخول. يرجى التحقق من البريد الإلكتروني وكلمة المرور.',
  },
  token_wrong: { status: 401, message: 'الرمز المرسل لا يفتح هذا العنوان.' },
  second_factor_needed: { status: 401, message: 'اكتب رمز التحقق من التطبيق في هاتفك.' },
  wrong_code: { status: 401, message: 'الرمز غير صحيح أو استُعمل من قبل. انتظر الرمز التالي واكتبه.' },
  passkey_refused: {
    status: 401,
    message: 'تعذر الدخول بهذا المفتاح. جرّب مفتاحاً آخر، أو ادخل بالبريد وكلمة المرور.',
  },
  passkey_cloned: {
    status: 401,
    message: 'أُوقف هذا المفتاح: يبدو أن نسخة منه استُعملت في مكان آخر. ادخل بكلمة المرور واحذفه من «حسابي».',
  },
  second_factor_required: {
    status: 403,
    message: 'صلاحيتك تتطلب التحقق بخطوتين. فعّله من «حسابي» للمتابعة.',
  },
  passkeys_unavailable: {
    status: 409,
    message: 'مفاتيح المرور تحتاج موقعاً يعمل باتصال آمن (https) وباسمه. اسأل من يشغّل الموقع.',
  },
  passkey_not_made: { status: 422, message: 'تعذر تسجيل هذا المفتاح. أعد المحاولة، أو جرّب جهازاً آخر.' },
  second_factor_is_on: { status: 409, message: 'التحقق بخطوتين مفعّل. أوقفه أولاً لتبدأ من جديد.' },
  second_factor_unreadable: {
    status: 503,
    message: 'تعذر التحقق من رموز التطبيق على هذا الخادم. استعمل رمز استرداد أو راجع مدير الموقع.',
  },
  csrf: { status: 403, message: 'تعذر التحقق من مصدر الطلب (csrf). حدّث الصفحة وحاول مرة أخرى.' },
  forbidden: { status: 403, message: 'هذا الإجراء متاح للمدير فقط.' },
  setup_link_invalid: { status: 403, message: 'رابط الإعداد غير صالح أو انتهت مدته أو استُخدم من قبل.' },
  account_link_unknown: {
    status: 403,
    message: 'هذا الرابط غير صحيح. انسخه كاملاً من الرسالة، أو اطلب رابطاً جديداً من مدير الموقع.',
  },
  account_link_used: {
    status: 403,
    message:
      'استُخدم هذا الرابط من قبل، وهو يعمل مرة واحدة. سجّل الدخول بكلمة مرورك، أو اطلب رابطاً جديداً من مدير الموقع.',
  },
  account_link_expired: {
    status: 403,
    message: 'انتهت مدة هذا الرابط. اطلب رابطاً جديداً من مدير الموقع.',
  },
  account_link_withdrawn: {
    status: 403,
    message: 'سُحب هذا الرابط. إن وصلك رابط أحدث فاستعمله، وإلا فاسأل مدير الموقع.',
  },
  not_found: { status: 404, message: 'العنصر المطلوب غير موجود.' },
  book_not_found: { status: 404, message: 'الكتاب غير موجود' },
  book_version_not_found: { status: 404, message: 'الإصدار غير موجود' },
  note_not_found: { status: 404, message: 'الملزمة غير موجودة' },
  teacher_not_found: { status: 404, message: 'لا ملازم بهذا الاسم' },
  exam_not_found: { status: 404, message: 'الامتحان المطلوب غير موجود' },
  result_not_found: { status: 404, message: 'النتيجة غير موجودة' },
  sheet_not_found: { status: 404, message: 'ورقة المدرسة غير موجودة' },
  exam_number_not_found: { status: 404, message: 'لم نجد هذا الرقم في النتائج المنشورة. تأكد من الرقم.' },
  news_not_found: { status: 404, message: 'لم يتم العثور على الخبر' },
  user_not_found: { status: 404, message: 'المستخدم غير موجود' },
  file_not_found: { status: 404, message: 'الملف غير موجود' },
  page_not_drawn: {
    status: 422,
    message: 'تعذر رسم هذه الصفحة: ملفها تالف فيها أو معقد أكثر من المعقول. حمّل الملف نفسه لتراها.',
  },
  audit_entry_not_found: { status: 404, message: 'القيد غير موجود في السجل' },
  ingest_not_found: { status: 404, message: 'هذا الاستيراد غير موجود: أُلغي، أو مضى عليه وقت طويل.' },
  form_draft_not_found: { status: 404, message: 'هذه المسودة لم تعد على الخادم: نُشرت أو حُذفت من مكان آخر.' },
  batch_not_found: { status: 404, message: 'هذه الدفعة غير موجودة في السجل' },
  message_not_found: { status: 404, message: 'الرسالة غير موجودة' },
  upload_not_found: { status: 404, message: 'انتهت مدة هذا الرفع أو أُلغي. اختر الملف من جديد.' },
  job_not_found: { status: 404, message: 'هذا العمل غير موجود، أو مضى عليه وقت فلم يعد محفوظاً.' },
  method_not_allowed: { status: 405, message: 'هذا العنوان لا يقبل هذا النوع من الطلبات.' },
  upload_stalled: { status: 408, message: 'توقف وصول الملف. تحقق من الاتصال ثم أكمل الرفع.' },
  stale_version: {
    status: 409,
    message: 'تغيّر هذا السجل بعد أن فتحته. راجع التغييرين قبل الحفظ.',
  },
  stale_form_draft: {
    status: 409,
    message: 'حُفظت هذه المسودة على الخادم من مكان آخر بعد أن فتحتها هنا.',
  },
  form_drafts_full: {
    status: 409,
    message: 'بلغت مسوداتك على الخادم حدها. احذف واحدة لا تحتاجها ثم احفظ هذه.',
  },
  stale_records: {
    status: 409,
    message: 'لم يُطبَّق شيء: تغيّر بعض السجلات بعد أن اخترتها.',
  },
  stale_rows: {
    status: 409,
    message: 'لم يُطبَّق شيء: غيّر أحد بعض السطور بعد أن رأيتها. انظر إليها ثم أعد المحاولة.',
  },
  ingest_files_gone: {
    status: 409,
    message: 'أزال أحد سطر هذا الملف من الاستيراد. أفلته من جديد إن كنت تريده.',
  },
  unseen_rows: { status: 409, message: 'لم يُنشر شيء: بعض السطور لم يراجعها أحد.' },
  not_archive: { status: 409, message: 'هذا السطر ليس ملف ZIP واحداً وصل كله، فلا شيء فيه يُفتح.' },
  archive_used: {
    status: 409,
    message: 'أُضيف بعض ملفات هذا الأرشيف، فلا يعود أرشيفاً واحداً. احذف ما أُضيف أولاً.',
  },
  ingest_full: { status: 409, message: 'لا يتسع الاستيراد الواحد لكل هذه الملفات. ابدأ استيراداً آخر للباقي.' },
  batch_undone: { status: 409, message: 'تُراجع عن هذه الدفعة من قبل.' },
  needs_confirmation: { status: 409, message: 'لم يُنشر شيء: انظر إلى ما يلي في غرفة الإعلان، ثم أكده.' },
  key_used: {
    status: 409,
    message: 'أُضيف سجل من هذا النموذج من قبل ببيانات أخرى. راجع ما أُضيف قبل أن تضيف غيره.',
  },
  email_taken: { status: 409, message: 'يوجد مستخدم بهذا البريد الإلكتروني.' },
  user_disabled: { status: 409, message: 'هذا المستخدم معطل. فعّله أولاً ثم أنشئ له رابطاً.' },
  last_admin: { status: 409, message: 'لا يمكن تعطيل آخر مدير أو تغيير صلاحيته.' },
  not_restorable: { status: 409, message: 'لا يمكن الاستعادة من هذا القيد: لم يُحذف فيه سجل.' },
  no_change: { status: 409, message: 'لا يمكن التراجع: لا قيد في السجل لهذا التعديل.' },
  no_state: { status: 409, message: 'لا حال لسجل في هذا القيد: هو قيد حذف، أو ليس لسجل من المحتوى.' },
  record_exists: { status: 409, message: 'لا حاجة إلى الاستعادة: هذا السجل موجود الآن.' },
  not_in_trash: {
    status: 409,
    message: 'لا يمكن استعادة هذا السجل: انتهت مدته في سلة المحذوفات، أو حُذف منها نهائياً.',
  },
  record_files_gone: {
    status: 409,
    message: 'لا يمكن استعادة هذا السجل: بعض ملفاته لم تعد محفوظة. أضفه من جديد بملفاته.',
  },
  precondition_failed: { status: 412, message: 'تغير المحتوى منذ آخر مرة. حمّله من جديد.' },
  job_not_repeatable: { status: 409, message: 'هذا العمل قيد التنفيذ أو ينتظر دوره، فلا حاجة إلى إعادته.' },
  job_not_cancellable: { status: 409, message: 'انتهى هذا العمل قبل أن يُلغى.' },
  too_large: { status: 413, message: 'حجم البيانات المرسلة أكبر من المسموح.' },
  file_too_large: { status: 413, message: 'حجم الملف أكبر من المسموح.' },
  address_too_long: { status: 414, message: 'العنوان أطول من المسموح.' },
  wrong_content_type: { status: 415, message: 'نوع البيانات المرسلة غير مقبول هنا.' },
  wrong_file_type: { status: 415, message: 'نوع الملف غير مقبول هنا.' },
  range_not_satisfiable: { status: 416, message: 'الجزء المطلوب خارج حدود الملف.' },
  request_too_slow: { status: 408, message: 'لم يصل الطلب كاملاً في وقته. تحقق من الاتصال ثم حاول مرة أخرى.' },
  headers_too_large: {
    status: 431,
    message: 'بيانات الطلب أطول من المسموح. احذف ملفات تعريف الارتباط وحاول مرة أخرى.',
  },
  invalid_fields: { status: 422, message: 'بعض الحقول تحتاج إلى تصحيح.' },
  too_many_requests: { status: 429, message: 'طلبات كثيرة في وقت قصير. انتظر قليلاً ثم حاول مرة أخرى.' },
  internal: { status: 500, message: 'حدث خطأ غير متوقع. حاول مرة أخرى بعد قليل.' },
  unavailable: { status: 503, message: 'الخدمة غير متاحة مؤقتاً. حاول مرة أخرى بعد قليل.' },
  file_damaged: {
    status: 503,
    message: 'هذا الملف تالف على الخادم، ولا يمكن تنزيله حتى يُرفع من جديد. أبلغنا من صفحة اتصل بنا.',
  },
  not_ready: { status: 503, message: 'الخادم ليس جاهزاً الآن. حاول مرة أخرى بعد قليل.' },
  pages_too_slow: {
    status: 503,
    message: 'عرض صفحات هذا الملف يأخذ من الخادم وقتاً أطول من المعقول. حمّل الملف، أو عد بعد دقائق.',
  },
  busy: { status: 503, message: 'الخدمة مزدحمة الآن. انتظر قليلاً ثم حاول مرة أخرى.' },
  disk_full: { status: 507, message: 'لا توجد مساحة كافية على الخادم لحفظ الملف. أبلغ مسؤول الموقع.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** Whose change stands in the way of a write. */
export interface ChangedBy {
  /** The same person, from another window or device. */
  isYou: boolean
  name: string
  /** When, in ISO 8601. */
  at: string
}

/** The body of every error answer. Source: A2.1. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  /** A sentence for each wrong field, by the field's name (`versions.0.title` for nested ones). */
  fields?: Record<string, string>
  /** The sentences as a list: those of the fields, or the message itself. */
  errors: string[]
  /** The record as it stands now, on 409; absent when it is gone. */
  current?: unknown
  /** Who changed it last, on 409. */
  changedBy?: ChangedBy
  /** What the first try under a used key added, and what this one sent. */
  stored?: unknown
  sent?: unknown
  /** The ids of the records of a batch that have changed since they were chosen, in the order of `errors`. */
  stale?: string[]
}

interface AppErrorDetails extends Partial<Omit<ErrorBody, 'code'>> {
  /** After how many seconds another try makes sense. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** An error that people may see. Recognise it by `code`, never by `instanceof`: contract is loaded twice. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly errors: string[] | undefined
  readonly current: unknown
  readonly changedBy: ChangedBy | undefined
  readonly stored: unknown
  readonly sent: unknown
  readonly stale: string[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? errorCatalogue[code].message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = details.fields
    this.errors = details.errors
    this.current = details.current
    this.changedBy = details.changedBy
    this.stored = details.stored
    this.sent = details.sent
    this.stale = details.stale
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** The code of an error of ours, or undefined for any other thrown thing. */
export function errorCodeOf(error: unknown): ErrorCode | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code) ? (code as ErrorCode) : undefined
}
