import type { Config } from '#server/config.ts'
import type { AlertWay } from './alert.types.ts'
import { mailWay } from './mail.ts'
import { webhookWay } from './webhook.ts'

/** The ways to the operators that the configuration names. */
export function alertWays({ alerts, siteUrl }: Pick<Config, 'alerts' | 'siteUrl'>): AlertWay[] {
  const { mail, webhook } = alerts
  return [...(mail ? [mailWay(mail, siteUrl)] : []), ...(webhook ? [webhookWay(webhook)] : [])]
}
