import { z } from 'zod'
import { optionalLink, requiredText, versionField } from '../fields.ts'
import { limits } from '../limits.ts'

const days = (name: string) =>
  z
    .int({ error: `${name}: أدخل عدداً` })
    .min(1, { error: `${name}: يوم واحد على الأقل` })
    .max(3650, { error: `${name}: أكبر من المسموح` })
const figure = z.int({ error: 'أدخل عدداً' }).min(0, { error: 'أدخل عدداً موجباً' }).max(1_000_000_000)

/** What an administrator can change of the site. Source: S10.4. */
export const siteSettingsSchema = z.object({
  resultSites: z.object({
    sixthPrimary: optionalLink('رابط نتائج السادس الابتدائي'),
    thirdIntermediate: optionalLink('رابط نتائج الثالث المتوسط'),
    sixthPreparatory: optionalLink('رابط نتائج السادس الإعدادي'),
    sixthVocational: optionalLink('رابط نتائج السادس المهني'),
  }),
  facebookLink: optionalLink('رابط فيسبوك'),
  telegramLink: optionalLink('رابط قناة تيليجرام'),
  whatsappLink: optionalLink('رابط قناة واتساب'),
  instagramLink: optionalLink('رابط إنستغرام'),
  promotionLink: optionalLink('رابط القناة في أعلى الصفحة'),
  videoHelpLink: optionalLink('رابط فيديو طريقة التحميل'),
  contactEmail: requiredText('بريد التواصل', 254).pipe(z.email({ error: 'بريد التواصل غير صالح' })),
  contactPhone: requiredText('هاتف التواصل', 40),
  contactAddress: requiredText('عنوان المكتب', limits.maxTitleLength),
  statistics: z.object({ students: figure, resources: figure, satisfactionPercent: figure.max(100) }),
  visitIpDays: days('مدة حفظ عناوين الزوار'),
  auditIpDays: days('مدة حفظ عناوين سجل التغييرات'),
})
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** The settings of a new site: no link before somebody sets one. Source: P3.2, A9.1. */
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
  statistics: { students: 1_000_000, resources: 5_000, satisfactionPercent: 98 },
  visitIpDays: limits.visitIpDays,
  auditIpDays: limits.auditIpDays,
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
