import { z } from 'zod'
import type { SecondFactorRule } from '#contract/codes/second-factor.ts'
import { integerField } from '#contract/fields.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { siteSettingsSchema } from '#contract/resources/site-settings.ts'
import type { ShownSiteSettings, SiteSettings } from '#contract/resources/site-settings.ts'

const linkNames = [
  'facebookLink',
  'telegramLink',
  'whatsappLink',
  'instagramLink',
  'promotionLink',
  'videoHelpLink',
] as const
const siteNames = ['sixthPrimary', 'thirdIntermediate', 'sixthPreparatory', 'sixthVocational'] as const
const figureNames = ['students', 'resources', 'satisfactionPercent'] as const

export interface SettingsValues extends Record<(typeof linkNames)[number], string> {
  resultSites: Record<(typeof siteNames)[number], string>
  statistics: Record<(typeof figureNames)[number], string>
  contactEmail: string
  contactPhone: string
  contactAddress: string
  visitIpDays: string
  auditIpDays: string
  secondFactorFor: SecondFactorRule
}

function textOf(value: string | number | undefined): string {
  return typeof value === 'number' ? formatPlainNumber(value) : (value ?? '')
}

function textsOf<Name extends string>(names: readonly Name[], from: Partial<Record<Name, string | number>>) {
  return Object.fromEntries(names.map(name => [name, textOf(from[name])])) as Record<Name, string>
}

/** The settings as their form shows them: every value a text. */
export function settingsValuesOf(settings: ShownSiteSettings): SettingsValues {
  return {
    ...textsOf(linkNames, settings),
    resultSites: textsOf(siteNames, settings.resultSites),
    statistics: textsOf(figureNames, settings.statistics),
    contactEmail: settings.contactEmail,
    contactPhone: settings.contactPhone,
    contactAddress: settings.contactAddress,
    visitIpDays: textOf(settings.visitIpDays),
    auditIpDays: textOf(settings.auditIpDays),
    secondFactorFor: settings.secondFactorFor,
  }
}

const count = integerField(z.int({ error: 'أدخل عدداً' }))
const { shape } = siteSettingsSchema

/** The form's rules: those of the contract, with numbers typed in digits of either kind. */
export const settingsFormSchema: z.ZodType<SiteSettings> = siteSettingsSchema.extend({
  statistics: z.object({
    students: count.pipe(shape.statistics.shape.students),
    resources: count.pipe(shape.statistics.shape.resources),
    satisfactionPercent: count.pipe(shape.statistics.shape.satisfactionPercent),
  }),
  visitIpDays: count.pipe(shape.visitIpDays),
  auditIpDays: count.pipe(shape.auditIpDays),
})
