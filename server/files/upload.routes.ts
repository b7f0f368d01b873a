import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { fileKinds, uploadAnswerSchema } from '#contract/resources/file.ts'
import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { allowLongBody } from '#server/base/http/body-deadline.ts'
import type { FilesService } from './files.types.ts'
import { withFileName } from './refusals.ts'

interface UploadServices {
  files: Pick<FilesService, 'store'>
}

const fileField = 'files'
const noFile = 'لم يصل أي ملف. اختر ملفاً ثم ارفعه.'
const tooManyFiles = `عدد الملفات أكبر من المسموح (${formatPlainNumber(limits.maxFilesPerUpload)}).`
const maxFileBytes = Math.max(limits.maxImageBytes, limits.maxPdfBytes, limits.maxZipBytes)

const query = z.object({ kind: z.enum(fileKinds, { error: 'نوع الحقل غير معروف' }).optional() })

/** What the document says of the form; the reader below checks it. */
const form = {
  type: 'object',
  properties: {
    [fileField]: {
      type: 'array',
      items: { type: 'string', format: 'binary' },
      minItems: 1,
      maxItems: limits.maxFilesPerUpload,
    },
    kind: { type: 'string', enum: [...fileKinds] },
  },
  required: [fileField],
}

/** What the multipart reader's own refusals mean. */
const readerCodes: Record<string, () => AppError> = {
  FST_FILES_LIMIT: () => new AppError('too_large', { message: tooManyFiles }),
  FST_PARTS_LIMIT: () => new AppError('too_large', { message: tooManyFiles }),
  FST_FIELDS_LIMIT: () => new AppError('bad_request'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new AppError('wrong_content_type'),
}

function uploadError(error: unknown): unknown {
  if (errorCodeOf(error) !== undefined) return error
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const own = readerCodes[code]?.()
  if (own !== undefined) return own
  // Everything else that the reader throws is about the text of the request, and its errors carry no code.
  const isSystem = /^E[A-Z]+$/.test(code) || /^[0-9A-Z]{5}$/.test(code)
  // It calls a boundary that is too long to search for a needle.
  const isOfReader =
    error instanceof Error && /boundary|multipart|malformed|unexpected end|part|needle/i.test(error.message)
  return isSystem || !isOfReader ? error : new AppError('bad_request', { cause: error })
}

function kindOfField(value: unknown): FileKind {
  const parsed = z.enum(fileKinds).safeParse(value)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_fields', { fields: { kind: 'نوع الحقل غير معروف' } })
}

async function readUpload(
  request: FastifyRequest,
  given: FileKind | undefined,
  files: UploadServices['files'],
  signal: AbortSignal,
): Promise<FileFacts[]> {
  let kind = given
  const stored: FileFacts[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'kind') kind = kindOfField(part.value)
      continue
    }
    if (part.fieldname !== fileField) {
      throw new AppError('bad_request', { message: `الملفات تُرسل في الحقل ${fileField}.` })
    }
    const facts = await files
      .store(part.file, {
        name: part.filename ?? '',
        kind,
        uploadedBy: request.session?.user.id ?? null,
        signal,
      })
      .catch((error: unknown) => {
        throw withFileName(error, part.filename)
      })
    stored.push(facts)
  }
  if (stored.length === 0) throw new AppError('bad_request', { message: noFile })
  return stored
}

/** Registers the upload of whole files: multipart, field `files`, answered only when all of them are kept. */
export async function staffUploadRoutes(app: AppInstance, { files }: UploadServices): Promise<void> {
  await app.register(async scope => {
    await scope.register(multipart, {
      limits: {
        files: limits.maxFilesPerUpload,
        fields: 5,
        parts: limits.maxFilesPerUpload + 5,
        fieldSize: 1000,
        fileSize: maxFileBytes + 1,
      },
      throwFileSizeLimit: false,
    })
    scope.addHook('onRequest', async request => allowLongBody(request.raw))
    scope.withTypeProvider<ZodTypeProvider>().post(
      apiPaths.filesNew,
      {
        schema: { querystring: query, response: { 200: uploadAnswerSchema }, tags: ['files'] },
        config: { api: { body: { 'multipart/form-data': { schema: form } } } },
      },
      async (request, reply) => {
        if (!request.isMultipart()) throw new AppError('wrong_content_type')
        const gone = new AbortController()
        request.raw.once('close', () => {
          if (!request.raw.complete) gone.abort()
        })
        const stored = await readUpload(request, request.query.kind, files, gone.signal).catch(
          (error: unknown) => {
            // Whoever drips a body goes on dripping after the answer, unless the line is closed.
            if (errorCodeOf(error) === 'upload_stalled') reply.header('connection', 'close')
            throw gone.signal.aborted ? new AppError('bad_request', { cause: error }) : uploadError(error)
          },
        )
        return { files: stored.map(file => ({ file })) }
      },
    )
  })
}
