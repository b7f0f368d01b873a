import { z } from 'zod'
import { secondFactorRules } from '../codes/second-factor.ts'
import { optionalLink, requiredText, versionField } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldNames } from '../field-names.ts'

/** What people call the settings of the site, in the order of their form. */
export const siteSettingsFields = {
  resultSites: 'مواقع النتائج',
  sixthPrimary: 'رابط نتائج السادس الابتدائي',
  thirdIntermediate: 'رابط نتائج الثالث المتوسط',
  sixthPreparatory: 'رابط نتائج السادس الإعدادي',
  sixthVocational: 'رابط نتائج السادس المهني',
  facebookLink: 'رابط فيسبوك',
  telegramLink: 'رابط قناة تيليجرام',
  whatsappLink: 'رابط قناة واتساب',
  instagramLink: 'رابط إنستغرام',
  promotionLink: 'رابط القناة في أعلى الصفحة',
  videoHelpLink: 'رابط فيديو طريقة التحميل',
  contactEmail: 'بريد التواصل',
  contactPhone: 'هاتف التواصل',
  contactAddress: 'عنوان المكتب',
  statistics: 'الإحصاءات',
  students: 'عدد الطلبة',
  resources: 'عدد المصادر',
  satisfactionPercent: 'نسبة الرضا',
  visitIpDays: 'مدة حفظ عناوين الزوار (يوم)',
  auditIpDays: 'مدة حفظ عناوين سجل التغييرات (يوم)',
  secondFactorFor: 'من يجب عليه التحقق بخطوتين',
} as const satisfies FieldNames

const days = (name: string) =>
  z
    .int({ error: `${name}: أدخل عدداً` })
    .min(1, { error: `${name}: يوم واحد على الأقل` })
    .max(3650, { error: `${name}: أكبر من المسموح` })
const figure = z.int({ error: 'أدخل عدداً' }).min(0, { error: 'أدخل عدداً موجباً' }).max(1_000_000_000)

/** What an administrator can change of the site. Source: S10.4. */
export const siteSettingsSchema = z.object({
  resultSites: z.object({
    sixthPrimary: optionalLink(siteSettingsFields.sixthPrimary),
    thirdIntermediate: optionalLink(siteSettingsFields.thirdIntermediate),
    sixthPreparatory: optionalLink(siteSettingsFields.sixthPreparatory),
    sixthVocational: optionalLink(siteSettingsFields.sixthVocational),
  }),
  facebookLink: optionalLink(siteSettingsFields.facebookLink),
  telegramLink: optionalLink(siteSettingsFields.telegramLink),
  whatsappLink: optionalLink(siteSettingsFields.whatsappLink),
  instagramLink: optionalLink(siteSettingsFields.instagramLink),
  promotionLink: optionalLink(siteSettingsFields.promotionLink),
  videoHelpLink: optionalLink(siteSettingsFields.videoHelpLink),
  contactEmail: requiredText(siteSettingsFields.contactEmail, 254).pipe(
    z.email({ error: 'بريد التواصل غير صالح' }),
  ),
  contactPhone: requiredText(siteSettingsFields.contactPhone, 40),
  contactAddress: requiredText(siteSettingsFields.contactAddress, limits.maxTitleLength),
  statistics: z.object({ students: figure, resources: figure, satisfactionPercent: figure.max(100) }),
  visitIpDays: days(siteSettingsFields.visitIpDays),
  auditIpDays: days(siteSettingsFields.auditIpDays),
  /** Who must sign in with a second step. */
  secondFactorFor: z.enum(secondFactorRules, { error: `${siteSettingsFields.secondFactorFor}: اختر واحداً` }),
})
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** The settings of a new site: no link and no figure before somebody sets one. Source: P3.2, A9.1. */
export const defaultSiteSettings: SiteSettings = {
  resultSites: {
    sixthPrimary: undefined,
    thirdIntermediate: undefined,
    sixthPreparatory: undefined,
    sixthVocational: undefined,
  },
  facebookLink: undefined,
  telegramLink: undefined,
  whatsappLink: undefined,
  instagramLink: undefined,
  promotionLink: undefined,
  videoHelpLink: undefined,
  contactEmail: 'info@rafid.example',
  contactPhone: '+964 770 000 0000',
  contactAddress: 'بغداد، العراق',
  statistics: { students: 0, resources: 0, satisfactionPercent: 0 },
  visitIpDays: limits.visitIpDays,
  auditIpDays: limits.auditIpDays,
  secondFactorFor: 'nobody',
}

/** What an administrator sends: every setting, and the version that the change was based on. */
export const siteSettingsInputSchema = siteSettingsSchema.extend({ version: versionField })
export type SiteSettingsInput = z.infer<typeof siteSettingsInputSchema>

const shownLink = z.string().optional()

/** The settings as they leave the server; `version` rises with every change. */
export const shownSiteSettingsSchema = siteSettingsSchema.extend({
  resultSites: z.object({
    sixthPrimary: shownLink,
    thirdIntermediate: shownLink,
    sixthPreparatory: shownLink,
    sixthVocational: shownLink,
  }),
  facebookLink: shownLink,
  telegramLink: shownLink,
  whatsappLink: shownLink,
  instagramLink: shownLink,
  promotionLink: shownLink,
  videoHelpLink: shownLink,
  version: z.int(),
})
export type ShownSiteSettings = z.infer<typeof shownSiteSettingsSchema>
