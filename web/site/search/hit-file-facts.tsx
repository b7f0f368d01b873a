import type { ReactNode } from 'react'
import { countedNouns, formatCount } from '#contract/format.ts'
import { filePath } from '#contract/paths.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { SearchHit } from '#contract/resources/search.ts'
import type { Services } from '#server/services.ts'
import { fileFacts } from '../lists/file-facts.tsx'

/** Of hits that have files of ours what each of those is, by the id of the record. */
export type HitFileFacts = ReadonlyMap<string, readonly FileFacts[]>

/** The files of hits, with their pages and size. */
export async function readHitFiles(
  { search, files }: Pick<Services, 'search' | 'files'>,
  hits: readonly SearchHit[],
): Promise<HitFileFacts> {
  const hashes = await search.filesOf(hits)
  const known = await files.factsOf([...hashes.values()].flat().map(addressOf))
  return new Map([...hashes].map(([id, all]) => [id, all.flatMap(hash => known.get(addressOf(hash)) ?? [])]))
}

const addressOf = (sha256: string) => filePath(sha256, 'file')

/** What a hit's files add to its facts, as the lists of its kind say it: of an exam its pages, else pages and size. */
export function hitFileFacts(type: string, files: readonly FileFacts[] = []): ReactNode[] {
  if (type === 'ministerial-exam')
    return files.length > 0 ? [formatCount(files.length, countedNouns.page)] : []
  return files.flatMap(file => fileFacts(file))
}
