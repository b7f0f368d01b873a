import { z } from 'zod'

const bytes = z.number()
const moment = z.string()

const alertWay = z.enum(['mail', 'webhook'])

/** The state of the whole product, for administrators. Units: bytes; moments in ISO 8601. */
export const systemStateSchema = z.object({
  /** When it was looked. */
  at: moment,
  program: z.object({ version: z.string(), node: z.string(), startedAt: moment }),
  database: z.object({
    engine: z.enum(['pglite', 'postgres']),
    isWell: z.boolean(),
    /** What the thread of the embedded database holds; null where there is none, or it gave no answer. */
    memoryBytes: bytes.nullable(),
    /** How often the embedded database was opened again since the start. */
    restarts: z.int(),
  }),
  store: z.object({ place: z.enum(['folder', 'bucket']), isWell: z.boolean() }),
  /** null where the file system gave no answer. */
  disk: z.object({ state: z.enum(['well', 'low', 'full']), free: bytes, total: bytes }).nullable(),
  jobs: z.object({
    isRunning: z.boolean(),
    waiting: z.int(),
    running: z.int(),
    failed: z.int(),
    /** Since when the oldest job could run that has not begun. */
    oldestDueAt: moment.nullable(),
    isLate: z.boolean(),
  }),
  backup: z.object({
    state: z.enum(['off', 'never', 'well', 'late', 'failed']),
    /** When the last one was whole. */
    doneAt: moment.nullable(),
    /** Why the last one failed, or what it lacks, and what to do about it. */
    reason: z.string().nullable(),
    advice: z.string().nullable(),
  }),
  files: z.object({ damaged: z.int() }),
  /** Where operators are told what is not well; none where the configuration names no way. */
  alerts: z.array(z.object({ way: alertWay, to: z.string() })),
})
export type SystemState = z.infer<typeof systemStateSchema>

/** What came of a trial of the alerts, way by way: in words, and as the other side said it. */
export const alertTrialSchema = z.object({
  answers: z.array(
    z.object({ way: alertWay, to: z.string(), isSent: z.boolean(), words: z.string(), said: z.string() }),
  ),
})
export type AlertTrial = z.infer<typeof alertTrialSchema>
