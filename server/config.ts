import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'

const flag = z
  .enum(['0', '1', 'false', 'true', ''], { error: 'must be 0 or 1' })
  .transform(value => value === '1' || value === 'true')

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.optional())

const portError = { error: 'must be a port number, 0 to 65535' }
const minutesError = { error: 'must be a number of minutes, at least 1' }
const countError = { error: 'must be a whole number, at least 1' }
const workersError = { error: 'must be auto or a whole number from 1 to 64' }
const hoursError = { error: 'must be a number of hours, at least 1' }

function isDecodable(address: string): boolean {
  const { username, password } = new URL(address)
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}

/* `fetch` calls no address that has them. */
function hasNoCredentials(address: string): boolean {
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

const isBare = (address: string) => hasNoCredentials(address) && !/[?#]/.test(address)

const environmentSchema = z.object({
  PORT: optional(z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError)),
  HOST: optional(z.string()),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, { error: 'must look like postgres://user:password@host:5432/name' }),
  ),
  SITE_URL: optional(
    z.url({ protocol: /^https?$/, error: 'must be a whole address such as https://rafid.example' }),
  ),
  ADMIN_EMAIL: optional(z.email({ error: 'must be an e-mail address' })),
  ADMIN_PASSWORD: optional(z.string().min(10, { error: 'must have at least 10 characters' })),
  DEMO: optional(flag),
  OFFLINE: optional(flag),
  CHECK_LINKS: optional(flag),
  TRUST_PROXY: optional(z.string()),
  LOG_LEVEL: optional(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    }),
  ),
  METRICS_TOKEN: optional(z.string().min(16, { error: 'must have at least 16 characters' })),
  NODE_ENV: optional(z.string()),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: 'must be a whole address' })),
  S3_REGION: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  FILES_ACCEL: optional(
    z.string().regex(/^\/(?:[a-z0-9_-]+\/)+$/, {
      error: 'must look like /stored/: the location in which nginx has the folder files/store',
    }),
  ),
  FILES_REDIRECT: optional(
    z
      .url({
        protocol: /^https?$/,
        error: 'must be the address of the bucket as browsers reach it, such as https://store.example/rafid',
        abort: true,
      })
      .refine(isBare, { error: 'must be without name, password, query and fragment' }),
  ),
  WORKERS: optional(
    z.union(
      [z.literal('auto').transform(() => os.availableParallelism()), z.coerce.number().int().min(1).max(64)],
      workersError,
    ),
  ),
  BACKUP_TO: optional(z.string()),
  BACKUP_KEEP: optional(z.coerce.number(countError).int(countError).min(1, countError)),
  BACKUP_VERIFY: optional(flag),
  BACKUP_S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: 'must be a whole address' })),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_S3_ACCESS_KEY_ID: optional(z.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()),
  ALERT_MAIL_TO: optional(
    z
      .string()
      .transform(text => text.split(',').map(address => address.trim()))
      .pipe(z.array(z.email({ error: 'must be e-mail addresses with commas between them' }))),
  ),
  ALERT_MAIL_FROM: optional(z.email({ error: 'must be an e-mail address' })),
  SMTP_URL: optional(
    z
      .url({
        protocol: /^smtps?$/,
        error: 'must look like smtps://user:password@mail.example:465',
        abort: true,
      })
      .refine(isDecodable, { error: 'must have %25 for each % of the name and the password' }),
  ),
  ALERT_WEBHOOK: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be a whole address', abort: true })
      .refine(hasNoCredentials, { error: 'must be without name and password: see ALERT_WEBHOOK_TOKEN' }),
  ),
  ALERT_WEBHOOK_TOKEN: optional(z.string()),
  SECRET_KEY: optional(
    z.string().min(limits.minSecretKeyLength, {
      error: `must have at least ${limits.minSecretKeyLength} characters, such as those of "openssl rand -hex 32"`,
    }),
  ),
  SESSION_IDLE_MINUTES: optional(z.coerce.number(minutesError).min(1, minutesError)),
  SESSION_HOURS: optional(z.coerce.number(hoursError).min(1, hoursError)),
})

/** Where files are kept when they are not in the data directory. */
export interface ObjectStoreConfig {
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Everything that the environment decides. README.md documents each variable. */
export interface Config {
  port: number
  host: string
  /** Absolute. Holds the embedded database and the files. */
  dataDir: string
  databaseUrl: string | undefined
  /** The public address without a trailing slash; undefined means the address of each request. */
  siteUrl: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  isDemo: boolean
  /** Whether browsers keep the site for hours without a line; otherwise they are told to stop. */
  isOffline: boolean
  /** Whether links to copies elsewhere are asked once a day. */
  checksLinks: boolean
  /** Fastify's `trustProxy`: addresses or a count of hops; false for none. */
  trustProxy: string | ((address: string, hop: number) => boolean) | false
  logLevel: string
  isProduction: boolean
  /** What programs on other machines show to read the figures of this process; undefined for none. */
  metricsToken: string | undefined
  objectStore: ObjectStoreConfig | undefined
  /** How many processes serve behind the port. */
  workers: number
  /** The location in which a proxy has the stored files and sends them itself; undefined where this process does. */
  filesAccel: string | undefined
  /** The bucket as browsers reach it, without a slash at its end: it hands out what is saved; undefined where this process does. */
  filesRedirect: string | undefined
  /** Where a backup goes every night: a folder, or `s3://bucket/prefix`; undefined for none. */
  backupTo: string | undefined
  backupsKept: number
  /** Whether the backup of each night is restored into an empty database that is thrown away. */
  verifiesBackups: boolean
  /** How buckets for backups are reached; their names come with the target. */
  backupBucket: Omit<ObjectStoreConfig, 'bucket'> | undefined
  /** Where operators are told what is not well. */
  alerts: {
    mail: { server: string; from: string | undefined; to: readonly string[] } | undefined
    webhook: { url: string; token: string | undefined } | undefined
  }
  /** What secrets in the database are encrypted with; undefined for a key of this data directory. */
  secretKey: string | undefined
  sessionIdleMs: number
  sessionAbsoluteMs: number
}

/** A configuration that cannot be used; `message` lists every wrong variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

function trustProxyOf(text: string | undefined): Config['trustProxy'] {
  if (text === undefined || text === '0' || text === 'false') return false
  if (!/^\d+$/.test(text)) return text
  const hops = Number(text)
  return (_address, hop) => hop < hops
}

function objectStoreOf(environment: z.infer<typeof environmentSchema>): ObjectStoreConfig | undefined {
  if (!environment.S3_BUCKET) return undefined
  const missing = (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(name => !environment[name])
  if (missing.length > 0) throw new ConfigError(`S3_BUCKET is set, but not: ${missing.join(', ')}`)
  return {
    endpoint: environment.S3_ENDPOINT,
    region: environment.S3_REGION ?? 'us-east-1',
    bucket: environment.S3_BUCKET,
    accessKeyId: environment.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? '',
  }
}

/* From a page that came encrypted, browsers save nothing that comes in clear. */
function redirectOf({
  FILES_REDIRECT: address,
  ...rest
}: z.infer<typeof environmentSchema>): string | undefined {
  if (address === undefined) return undefined
  if (!rest.S3_BUCKET) throw new ConfigError('FILES_REDIRECT is set, but not S3_BUCKET')
  if (rest.SITE_URL?.startsWith('https:') && isClear(new URL(address)))
    throw new ConfigError('FILES_REDIRECT: must begin with https:// where SITE_URL does')
  return address.replace(/\/+$/, '')
}

/* A bucket for backups may lie with somebody else; where nothing is said, the store of the files knows us. */
function backupBucketOf(environment: z.infer<typeof environmentSchema>): Config['backupBucket'] {
  const isOwn = Boolean(environment.BACKUP_S3_ACCESS_KEY_ID)
  const accessKeyId = isOwn ? environment.BACKUP_S3_ACCESS_KEY_ID : environment.S3_ACCESS_KEY_ID
  const secretAccessKey = isOwn ? environment.BACKUP_S3_SECRET_ACCESS_KEY : environment.S3_SECRET_ACCESS_KEY
  if (!accessKeyId || !secretAccessKey) return undefined
  return {
    endpoint: environment.BACKUP_S3_ENDPOINT ?? (isOwn ? undefined : environment.S3_ENDPOINT),
    region: environment.BACKUP_S3_REGION ?? (isOwn ? undefined : environment.S3_REGION) ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

/** True when the host of an address, as `URL` writes it, is this machine itself. */
export function isLocalHost(host: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host)
}

const isClear = ({ protocol, hostname }: URL) => protocol !== 'https:' && !isLocalHost(hostname)

function alertsOf(environment: z.infer<typeof environmentSchema>): Config['alerts'] {
  const { ALERT_MAIL_TO: to, ALERT_MAIL_FROM: from, SMTP_URL: server } = environment
  if ((to === undefined) !== (server === undefined)) {
    throw new ConfigError('ALERT_MAIL_TO and SMTP_URL go together: set both or neither')
  }
  const { ALERT_WEBHOOK: url, ALERT_WEBHOOK_TOKEN: token } = environment
  if (url && token && isClear(new URL(url))) {
    throw new ConfigError(
      'ALERT_WEBHOOK: must begin with https:// where ALERT_WEBHOOK_TOKEN is set, which would go in clear to another machine',
    )
  }
  return {
    mail: to && server ? { server, from, to } : undefined,
    webhook: url ? { url, token } : undefined,
  }
}

/* What several processes would share is what none of them may have alone. */
function refuseWorkers({ DATABASE_URL, S3_BUCKET }: z.infer<typeof environmentSchema>): void {
  const reasons = [
    ...(DATABASE_URL
      ? []
      : ['DATABASE_URL is not set, and the embedded database can be opened by one process only']),
    ...(S3_BUCKET ? [] : ['S3_BUCKET is not set, and a folder of files belongs to one process']),
  ]
  if (reasons.length > 0) throw new ConfigError(`WORKERS is more than 1, but ${reasons.join('; ')}`)
}

/**
 * Reads the configuration from environment variables.
 * Errors: ConfigError that names every wrong variable and what it must be.
 */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  const parsed = environmentSchema.safeParse(variables)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration cannot be used:\n${lines.join('\n')}`)
  }
  const environment = parsed.data
  if (Boolean(environment.ADMIN_EMAIL) !== Boolean(environment.ADMIN_PASSWORD)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither')
  }
  if (environment.WORKERS !== undefined && environment.WORKERS > 1) refuseWorkers(environment)
  const isProduction = environment.NODE_ENV === 'production'
  if (isProduction && !environment.SITE_URL) {
    throw new ConfigError(
      'SITE_URL must be set with NODE_ENV=production: the public address, such as https://rafid.example',
    )
  }
  return {
    port: environment.PORT ?? 3000,
    host: environment.HOST ?? '0.0.0.0',
    dataDir: path.resolve(environment.DATA_DIR ?? 'data'),
    databaseUrl: environment.DATABASE_URL,
    siteUrl: environment.SITE_URL?.replace(/\/+$/, ''),
    adminEmail: environment.ADMIN_EMAIL?.toLowerCase(),
    adminPassword: environment.ADMIN_PASSWORD,
    isOffline: environment.OFFLINE ?? true,
    checksLinks: environment.CHECK_LINKS ?? true,
    isDemo: (environment.DEMO ?? true) && !isProduction,
    trustProxy: trustProxyOf(environment.TRUST_PROXY),
    logLevel: environment.LOG_LEVEL ?? 'info',
    isProduction,
    metricsToken: environment.METRICS_TOKEN,
    objectStore: objectStoreOf(environment),
    workers: environment.WORKERS ?? 1,
    filesAccel: environment.FILES_ACCEL,
    filesRedirect: redirectOf(environment),
    backupTo: environment.BACKUP_TO,
    backupsKept: environment.BACKUP_KEEP ?? limits.backupsKept,
    verifiesBackups: environment.BACKUP_VERIFY ?? true,
    backupBucket: backupBucketOf(environment),
    alerts: alertsOf(environment),
    secretKey: environment.SECRET_KEY,
    sessionIdleMs: (environment.SESSION_IDLE_MINUTES ?? limits.sessionIdleMs / 60_000) * 60_000,
    sessionAbsoluteMs: (environment.SESSION_HOURS ?? limits.sessionAbsoluteMs / 3_600_000) * 3_600_000,
  }
}
