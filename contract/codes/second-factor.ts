import type { Role } from './roles.ts'

/** Whose second step of signing in is required. */
export const secondFactorRules = ['nobody', 'admins', 'everybody'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]

export const secondFactorRuleLabels: Record<SecondFactorRule, string> = {
  nobody: 'لا أحد',
  admins: 'المديرون',
  everybody: 'كل المستخدمين',
}

/** Whether a rule is one of ours. */
export function isSecondFactorRule(rule: unknown): rule is SecondFactorRule {
  return secondFactorRules.some(known => known === rule)
}

/** Whether a rule holds for a role. */
export function isSecondFactorRequired(rule: SecondFactorRule, role: Role): boolean {
  return rule === 'everybody' || (rule === 'admins' && role === 'admin')
}
