import { readableSha256 } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Services } from '#server/services.ts'
import type { DocumentShape } from '../reader/document-shape.ts'

/** The chapters that a file names, without those within them; none while nothing is known of it. Nobody waits for them. */
export async function chaptersOf(
  { files }: Pick<Services, 'files'>,
  file: FileFacts | null,
): Promise<DocumentShape['outline']> {
  const sha256 = readableSha256(file)
  if (sha256 === undefined) return []
  /* A record is shown as well where the store cannot tell. */
  const known = await files.pagePictures.factsKnown(sha256).catch(() => undefined)
  return known?.outline.filter(({ level }) => level === 0) ?? []
}
