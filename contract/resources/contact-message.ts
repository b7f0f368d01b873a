import { z } from 'zod'
import { limitParameter, offsetParameter, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'

/** The subjects of the contact form. Source: public.md §5. */
export const contactSubjects = {
  GENERAL: 'استفسار عام',
  SUPPORT: 'دعم فني',
  MISSING_CONTENT: 'محتوى مفقود',
  FEEDBACK: 'ملاحظات واقتراحات',
} as const
export const contactSubjectCodes = ['GENERAL', 'SUPPORT', 'MISSING_CONTENT', 'FEEDBACK'] as const
export type ContactSubject = (typeof contactSubjectCodes)[number]

/** What the contact form sends. `website` is the honeypot: people leave it empty. Source: decisions F6. */
export const contactInputSchema = z.object({
  name: requiredText('الاسم', limits.maxNameLength),
  email: z
    .string({ error: 'البريد الإلكتروني مطلوب' })
    .trim()
    .min(1, { error: 'البريد الإلكتروني مطلوب' })
    .max(254, { error: 'البريد الإلكتروني أطول من المسموح' })
    .pipe(z.email({ error: 'البريد الإلكتروني غير صالح' })),
  subject: z.enum(contactSubjectCodes, { error: 'الرجاء اختيار الموضوع' }),
  message: requiredText('الرسالة', limits.maxContactMessageLength),
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
  unread: z.preprocess(value => ['1', 'true'].includes(String(value)), z.boolean()),
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
