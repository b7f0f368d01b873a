import { MemoryLocker, Server } from '@tus/server'
import { z } from 'zod'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { fileKinds } from '#contract/resources/file.ts'
import { errorAnswer, retryAfterSeconds } from '#server/base/http/errors.ts'
import type { FilesService } from '../files.types.ts'
import { PieceStore } from './piece-store.ts'
import { protocolRefusal } from './protocol-refusals.ts'
import type { UploadsService } from './uploads.service.ts'

const metadataSchema = z.object({
  name: z.string({ error: 'اسم الملف مطلوب' }).min(1, { error: 'اسم الملف مطلوب' }).max(1000),
  kind: z.enum(fileKinds, { error: 'نوع الحقل غير معروف' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .catch(undefined),
})

/** The tus server with errors in our shape: its own are sentences in English, and have no headers. */
class ProtocolServer extends Server {
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>) {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('content-type', 'application/json; charset=utf-8')
    if (status === 503) headers.set('retry-after', retryAfterSeconds)
    return super.write(context, headers, status, body.startsWith('{') ? body : protocolRefusal(status))
  }
}

/** The protocol, and the store that it writes into. */
export interface OpenProtocol {
  tus: ProtocolServer
  pieces: PieceStore
}

function statusOf(error: unknown): number | undefined {
  const isProtocol = typeof error === 'object' && error !== null && 'status_code' in error
  return isProtocol && typeof error.status_code === 'number' ? error.status_code : undefined
}

/** The protocol over our own store; `userOf` says who sends a request. */
export function openProtocol(
  uploads: UploadsService,
  userOf: (request: unknown) => string,
  files: FilesService,
): OpenProtocol {
  const pieces = new PieceStore(uploads)
  const tus = new ProtocolServer({
    path: apiPaths.uploads,
    relativeLocation: true,
    allowedOrigins: [],
    datastore: pieces,
    locker: new MemoryLocker(),
    async namingFunction(request, metadata) {
      const parsed = metadataSchema.safeParse(metadata ?? {})
      if (!parsed.success) {
        const fields = Object.fromEntries(
          parsed.error.issues.map(issue => [issue.path.join('.'), issue.message]),
        )
        throw new AppError('invalid_fields', { fields })
      }
      const size = Number(request.headers.get('upload-length'))
      if (!Number.isSafeInteger(size)) throw new AppError('bad_request')
      const upload = await uploads.create({
        ...parsed.data,
        sha256: parsed.data.sha256,
        size,
        userId: userOf(request),
      })
      return upload.id
    },
    async onIncomingRequest(request, id) {
      await uploads.get(id, userOf(request))
    },
    async onUploadFinish(request, upload) {
      await uploads.finish(upload.id, userOf(request))
      return {}
    },
    onResponseError(_request, error) {
      const status = statusOf(error)
      if (status !== undefined && errorCodeOf(error) === undefined) {
        return { status_code: status, body: protocolRefusal(status) }
      }
      const answer = errorAnswer(error)
      if (answer.status >= 500) files.parts.log.error({ err: error }, 'uploads: request failed')
      return { status_code: answer.status, body: JSON.stringify(answer.body) }
    },
  })
  return { tus, pieces }
}
