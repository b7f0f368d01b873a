import { z } from 'zod'
import type { Queryable } from '#server/base/db/types.ts'
import { answerRequests } from '#server/base/server-requests.ts'
import type { RequestKind } from '#server/base/server-requests.ts'
import type { ChainHead } from './audit-links.repository.ts'
import { verifyChain } from './verify-chain.ts'
import type { ChainReport } from './verify-chain.ts'

const headSchema = z.object({ position: z.int(), hash: z.string() })

/** What a walk along the chain is asked to compare its end with. */
interface VerifyOrder {
  noted?: ChainHead | undefined
}

/** How a command asks a running server to prove its log. */
export const verifyRequests: RequestKind<VerifyOrder, { done: number; of: number }, ChainReport> = {
  name: 'audit-verify',
  order: z.object({ noted: headSchema.optional() }),
  progress: z.object({ done: z.number(), of: z.number() }),
  report: z
    .object({
      sound: z.number(),
      removed: z.number(),
      head: headSchema.optional(),
      faults: z.array(
        z
          .object({
            what: z.enum(['removed', 'changed', 'inserted', 'broken']),
            entryId: z.string().optional(),
            position: z.number().optional(),
          })
          .transform(fault => ({ ...fault, entryId: fault.entryId, position: fault.position })),
      ),
    })
    .transform(report => ({ ...report, head: report.head })),
}

/** Proves the log whenever the command asks, until the returned function is called. */
export function answerVerifications(dataDir: string, database: Queryable): () => Promise<void> {
  return answerRequests(dataDir, verifyRequests, ({ noted }, tell, signal) =>
    verifyChain(database, { noted, tell, signal }),
  )
}
