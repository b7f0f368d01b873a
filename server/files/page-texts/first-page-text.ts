import { readFile, rm } from 'node:fs/promises'
import { errorCodeOf } from '#contract/errors.ts'
import type { FileParts } from '../files.types.ts'
import type { LocalOriginals } from '../local-originals.ts'
import { newIncomingPath } from '../receive.ts'

/**
 * The text that the first page of a PDF has itself, read by the thread that looks into files; '' where it has none that
 * can be believed, is damaged, locked, or takes too long. Errors: those of the store; the reason of `patience`, which is
 * aborted when the turn of the page has not come by then.
 */
export async function readFirstPage(
  { incoming, inspector }: Pick<FileParts, 'incoming' | 'inspector'>,
  originals: Pick<LocalOriginals, 'use'>,
  sha256: string,
  patience: AbortSignal,
): Promise<string> {
  const target = newIncomingPath(incoming)
  try {
    await originals.use(sha256, file => inspector.run({ act: 'read-first-page', file, target }, patience))
    return await readFile(target, 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'wrong_file_type') return ''
    throw error
  } finally {
    await rm(target, { force: true })
  }
}
