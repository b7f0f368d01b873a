import { z } from 'zod'
import { latinDigits } from '../format.ts'
import { limits } from '../limits.ts'
import { requiredText } from '../fields.ts'
import type { FieldNames } from '../field-names.ts'

/** What people call the fields of the second step, also in the log. */
export const secondFactorFields = {
  code: 'الرمز',
  isSecondFactorOn: 'التحقق بخطوتين',
} as const satisfies FieldNames

/** A code of the application on the telephone, or one of the recovery codes, however it is typed. */
export const codeField = requiredText(secondFactorFields.code, limits.maxSecondFactorCodeLength).transform(
  code => latinDigits(code).replaceAll(/[\s-]/g, '').toLowerCase(),
)

/** Whether somebody signs in with a second step, and whether their role wants one. */
export const secondFactorSchema = z.object({
  isOn: z.boolean(),
  hasPasskeys: z.boolean(),
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

/** What begins, ends or renews a second step: only who knows the password may. */
export const ownPasswordInputSchema = z.object({
  ownPassword: z
    .string({ error: 'كلمة المرور الحالية مطلوبة' })
    .min(1, { error: 'كلمة المرور الحالية مطلوبة' })
    .max(limits.maxPasswordLength, { error: 'كلمة المرور أطول من المسموح' }),
})
export type OwnPasswordInput = z.infer<typeof ownPasswordInputSchema>

/** What the application on the telephone is told: as a picture, as an address and as text to type. */
export const secondFactorSetupSchema = z.object({
  secret: z.string(),
  address: z.string(),
  /** The QR code as a path of SVG in squares of 1, and how many of them a side has. */
  picture: z.object({ path: z.string(), size: z.int() }),
})
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>

export const codeInputSchema = z.object({ code: codeField })
export type CodeInput = z.infer<typeof codeInputSchema>

/** Told once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>
