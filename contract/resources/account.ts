import { z } from 'zod'
import { roles } from '../codes/roles.ts'
import { roleSchema } from '../codes/schemas.ts'
import { requiredText, typedText } from '../fields.ts'
import { formatPlainNumber } from '../format.ts'
import { limits } from '../limits.ts'
import type { FieldNames } from '../field-names.ts'
import { codeField } from './second-factor.ts'

/** What people call the fields of an account, in the order of its form. */
export const accountFields = {
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  role: 'الصلاحية',
  isDisabled: 'معطل',
} as const satisfies FieldNames

/** A signed-in person as they leave the server. Source: A1.5. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
})
export type User = z.infer<typeof userSchema>

/** The answer of `GET /api/users/csrf-token`. Source: A1.5. */
export const csrfAnswerSchema = z.object({ csrfToken: z.string() })

const emailField = typedText('البريد الإلكتروني مطلوب')
  .toLowerCase()
  .min(1, { error: 'البريد الإلكتروني مطلوب' })
  .max(254, { error: 'البريد الإلكتروني أطول من المسموح' })
  .pipe(z.email({ error: 'البريد الإلكتروني غير صالح' }))

const newPasswordField = z
  .string({ error: 'كلمة المرور مطلوبة' })
  .min(limits.minPasswordLength, {
    error: `كلمة المرور يجب أن لا تقل عن ${formatPlainNumber(limits.minPasswordLength)} أحرف`,
  })
  .max(limits.maxPasswordLength, { error: 'كلمة المرور أطول من المسموح' })

/** What the sign-in form sends. Source: S1.1. */
export const loginInputSchema = z.object({
  email: typedText('البريد الإلكتروني مطلوب')
    .toLowerCase()
    .min(1, { error: 'البريد الإلكتروني مطلوب' })
    .max(254, { error: 'البريد الإلكتروني أطول من المسموح' }),
  password: z
    .string({ error: 'كلمة المرور مطلوبة' })
    .min(1, { error: 'كلمة المرور مطلوبة' })
    .max(limits.maxPasswordLength, { error: 'كلمة المرور أطول من المسموح' }),
  /** Of the second step, where the person has one. */
  code: codeField.optional(),
})
export type LoginInput = z.infer<typeof loginInputSchema>

/** What an administrator sends to add a person. Source: A4.4. */
export const registerInputSchema = z.object({
  email: emailField,
  name: requiredText(accountFields.name, limits.maxNameLength),
  password: newPasswordField,
  role: roleSchema.default('editor'),
})
export type RegisterInput = z.infer<typeof registerInputSchema>

/** What an administrator sends to invite a person, who chooses the own password. Source: A4.4. */
export const inviteInputSchema = registerInputSchema.omit({ password: true })
export type InviteInput = z.infer<typeof inviteInputSchema>

/** What the one-time set-up page sends; `token` comes from the printed link. */
export const setupInputSchema = registerInputSchema.omit({ role: true }).extend({
  token: z.string({ error: 'رابط الإعداد غير صالح' }).min(1).max(200),
})
export type SetupInput = z.infer<typeof setupInputSchema>

/** A link with which a person sets the own password, told once. */
export const accountLinkSchema = z.object({
  /** Whole where the site knows its own address; else from its root. */
  address: z.string(),
  expiresAt: z.string(),
})
export type AccountLink = z.infer<typeof accountLinkSchema>

const linkToken = z.string({ error: 'الرابط غير صحيح' }).min(1, { error: 'الرابط غير صحيح' }).max(200)

/** What the page of a link asks first: whose it is. */
export const linkLookInputSchema = z.object({ token: linkToken })

/** Whose a link is. `isInvitation`: the person has no password yet. */
export const linkOwnerSchema = z.object({
  name: z.string(),
  email: z.string(),
  isInvitation: z.boolean(),
  expiresAt: z.string(),
})
export type LinkOwner = z.infer<typeof linkOwnerSchema>

/** What the page of a link sends. */
export const linkUseInputSchema = z.object({ token: linkToken, password: newPasswordField })
export type LinkUseInput = z.infer<typeof linkUseInputSchema>

/** What a person sends to change their own password. */
export const passwordInputSchema = z.object({
  currentPassword: z
    .string({ error: 'كلمة المرور الحالية مطلوبة' })
    .min(1, { error: 'كلمة المرور الحالية مطلوبة' }),
  newPassword: newPasswordField,
})
export type PasswordInput = z.infer<typeof passwordInputSchema>

/** What a person sends to change their own name. */
export const nameInputSchema = z.object({ name: requiredText(accountFields.name, limits.maxNameLength) })
export type NameInput = z.infer<typeof nameInputSchema>

/** What an administrator sends to change a person. */
export const userUpdateSchema = z.object({
  name: requiredText(accountFields.name, limits.maxNameLength).optional(),
  role: roleSchema.optional(),
  isDisabled: z.boolean().optional(),
})
export type UserUpdate = z.infer<typeof userUpdateSchema>

/** A person as the users screen shows them. */
export const managedUserSchema = userSchema.extend({
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** False for somebody who was invited and has not come yet. */
  hasPassword: z.boolean(),
  /** Of a link that was neither used nor withdrawn. */
  linkExpiresAt: z.string().nullable(),
  createdAt: z.string(),
  firstSignInAt: z.string().nullable(),
  /** Of the sessions that have not ended; none of them says nothing of earlier ones. */
  lastSeenAt: z.string().nullable(),
})
export type ManagedUser = z.infer<typeof managedUserSchema>

/** One of a person's sessions. */
export const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>
