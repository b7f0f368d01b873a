import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { inTime } from './file-index.ts'
import type { OpenFile } from './files.types.ts'
import { isPublicFile } from './public-files.ts'
import { signedAddress } from './signed-address.ts'

interface Given {
  config: Pick<Config, 'filesRedirect' | 'objectStore'>
  database: Pick<OpenDatabase, 'kysely'>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Where the store hands a file out itself; undefined where this process has to. */
export type StoreAddressOf = (
  request: FastifyRequest,
  file: OpenFile,
  disposition: string,
) => Promise<string | undefined>

/** A condition names our tag of a file, which the store does not know. */
const conditions = ['if-match', 'if-none-match', 'if-range', 'if-modified-since', 'if-unmodified-since']

/** What a script of ours asks for stays here: from another origin it would get nothing. */
function isOpened({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true
}

/**
 * Addresses of the bucket for files that are to be saved, are certain, name nobody, and that a record shows at this moment. One
 * address holds for a while, so that a browser which asks again has it already.
 */
export function createStoreAddresses({ config, database, log }: Given): StoreAddressOf {
  const { filesRedirect: bucketAddress, objectStore: keys } = config
  if (bucketAddress === undefined || keys === undefined) return async () => undefined
  return async (request, file, disposition) => {
    const mayLeave = file.isProven && !file.namesPeople && isOpened(request)
    if (!mayLeave || conditions.some(name => name in request.headers)) return undefined
    try {
      const asking = isPublicFile(database.kysely, file.sha256)
      if (!(await inTime(asking, limits.fileDatabaseWaitMs))) return undefined
    } catch (error) {
      log.warn(
        { err: error },
        'files: whether a file is public cannot be asked, so it is not left to the store',
      )
      return undefined
    }
    const now = Date.now()
    return signedAddress(
      {
        bucketAddress,
        key: file.objectKey,
        method: request.method === 'HEAD' ? 'HEAD' : 'GET',
        says: {
          'content-type': file.type,
          'content-disposition': disposition,
          'cache-control': 'private, max-age=31536000, immutable',
        },
        from: new Date(now - (now % limits.storeAddressSameMs)),
        seconds: (limits.storeAddressMs + limits.storeAddressSameMs) / 1000,
      },
      keys,
    )
  }
}
