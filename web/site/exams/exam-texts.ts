import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Exam } from '#contract/resources/exam.ts'
import type { Services } from '#server/services.ts'

/** What stands on each page of an exam, in their order; undefined where it is not read, or not well enough. Source: P7.3. */
export async function examTexts(
  { files: { pageTexts } }: Pick<Services, 'files'>,
  { files }: Exam,
): Promise<(string | undefined)[]> {
  const hashes = files.map(sha256OfFileAddress)
  const texts = await pageTexts.listTexts(hashes.filter(hash => hash !== undefined))
  return hashes.map(hash => (hash === undefined ? undefined : texts.get(hash)?.pages[0]))
}
