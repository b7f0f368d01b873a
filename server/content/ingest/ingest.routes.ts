import { z } from 'zod'
import { apiPaths } from '#contract/paths.ts'
import {
  nameProposalsAnswerSchema,
  nameProposalsInputSchema,
  type NameProposal,
} from '#contract/resources/ingest.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { proposeFromName } from '#server/search/file-names/propose-from-name.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'

const tags = ['ingest']

/** Reads many names, and lets other work in between. Shape: a name may begin with its folders. */
async function proposeAll(names: readonly string[]): Promise<NameProposal[]> {
  const proposals: NameProposal[] = []
  for (const name of names) {
    const at = name.lastIndexOf('/') + 1
    proposals.push(proposeFromName(name.slice(at), name.slice(0, at)))
    await letOthersRun()
  }
  return proposals
}

/** Registers what the import of many files asks. Source: S15.1. */
export function staffIngestRoutes(app: AppInstance): void {
  app.post(
    apiPaths.ingestProposals,
    {
      schema: {
        tags,
        body: nameProposalsInputSchema,
        response: { 200: z.object({ data: nameProposalsAnswerSchema }) },
      },
    },
    async ({ body }) => ({ data: { proposals: await proposeAll(body.names) } }),
  )
}
