import { z } from 'zod'
import type { RequestKind } from '#server/base/server-requests.ts'
import type { Progress } from './backup.types.ts'
import type { BackupOrder, BackupReport } from './run-backup.ts'

/** How a command asks a running server for a backup. */
export const backupRequests: RequestKind<BackupOrder, Progress, BackupReport> = {
  name: 'backup',
  order: z.object({ target: z.string(), keep: z.int().min(1), verifies: z.boolean() }),
  progress: z.object({
    act: z.enum(['copied', 'checked']),
    done: z.number(),
    of: z.number(),
    doneBytes: z.number(),
    ofBytes: z.number(),
  }),
  report: z
    .object({
      name: z.string(),
      files: z.number(),
      rows: z.number(),
      copied: z.number(),
      copiedBytes: z.number(),
      removedBackups: z.number(),
      damaged: z.array(z.string()),
      wrong: z.array(z.string()).optional(),
    })
    .transform(report => ({ ...report, wrong: report.wrong })),
}
