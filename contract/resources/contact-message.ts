import { z } from 'zod'
import { limitParameter, offsetParameter, requiredText, typedText } from '../fields.ts'
import { limits } from '../limits.ts'

/** The subjects of the contact form. Source: P10.3. */
export const contactSubjects = {
  GENERAL: 'استفسار عام',
  SUPPORT: 'دعم فني',
  MISSING_CONTENT: 'محتوى مفقود',
  FEEDBACK: 'ملاحظات واقتراحات',
} as const
export const contactSubjectCodes = ['GENERAL', 'SUPPORT', 'MISSING_CONTENT', 'FEEDBACK'] as const
export type ContactSubject = (typeof contactSubjectCodes)[number]

/** What the form says beside a field that is empty or wrong. */
export const contactFieldTexts = {
  name: { missing: 'الاسم مطلوب' },
  email: { missing: 'البريد الإلكتروني مطلوب', wrong: 'البريد الإلكتروني غير صالح' },
  subject: { missing: 'الرجاء اختيار الموضوع' },
  message: { missing: 'الرسالة مطلوبة' },
} as const
export type ContactFieldTexts = Record<string, { missing: string; wrong?: string }>
const { email, subject, message } = contactFieldTexts

/** What the contact form sends. `website` is the honeypot: people leave it empty. Source: P10.4. */
export const contactInputSchema = z.object({
  name: requiredText('الاسم', limits.maxNameLength),
  email: typedText(email.missing)
    .min(1, { error: email.missing })
    .max(254, { error: 'البريد الإلكتروني أطول من المسموح' })
    .pipe(z.email({ error: email.wrong })),
  subject: z.enum(contactSubjectCodes, { error: subject.missing }),
  message: typedText(message.missing)
    .min(1, { error: message.missing })
    .pipe(requiredText('الرسالة', limits.maxContactMessageLength)),
  website: z.string().max(limits.maxLinkLength).optional(),
})
export type ContactInput = z.infer<typeof contactInputSchema>

/** A message as the inbox shows it. */
export const contactMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.enum(contactSubjectCodes),
  message: z.string(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
})
export type ContactMessage = z.infer<typeof contactMessageSchema>

/** The query of `GET /api/contact`; `unread=1` leaves out what was read. */
export const contactListQuerySchema = z.object({
  limit: limitParameter(limits.logRowsPerPage),
  offset: offsetParameter,
  unread: z
    .preprocess(value => ['1', 'true'].includes(String(value)), z.boolean())
    .meta({ wire: { type: 'string', enum: ['1', 'true'] } }),
})
export type ContactListQuery = z.infer<typeof contactListQuerySchema>

/** The answer of `GET /api/contact`: a page of messages, their count, and how many of all are unread. */
export const inboxSchema = z.object({
  messages: z.array(contactMessageSchema),
  total: z.int(),
  unread: z.int(),
})

/** What staff send to mark a message. */
export const contactUpdateSchema = z.object({ isRead: z.boolean({ error: 'حالة القراءة مطلوبة' }) })
