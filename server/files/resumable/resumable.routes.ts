import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  knownFileAnswerSchema,
  knownFileSchema,
  storedFileSchema,
  unfinishedUploadsSchema,
  uploadListQuerySchema,
  uploadListSchema,
} from '#contract/resources/file.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { allowLongBody } from '#server/base/http/body-deadline.ts'
import type { FilesService } from '../files.types.ts'
import { protocolNotes } from './protocol-notes.ts'
import { protocolRefusal, protocolVersion } from './protocol-refusals.ts'
import type { OpenProtocol } from './protocol-server.ts'
import { createUploadsService } from './uploads.service.ts'

interface ResumableServices {
  files: FilesService
}

const tags = ['files']
const idParameters = z.object({ id: z.string().max(100) })

function userIdOf(request: FastifyRequest): string {
  if (request.session === null) throw new AppError('signed_out')
  return request.session.user.id
}

/**
 * Registers resumable uploads (tus 1.0), the list of those that are not finished, their results, and the question
 * whether a file is here already. For the staff scope.
 */
export async function staffResumableRoutes(app: AppInstance, { files }: ResumableServices): Promise<void> {
  const uploads = createUploadsService(files)
  const users = new WeakMap<IncomingMessage, string>()
  const running = new Set<IncomingMessage>()
  const userOf = (request: unknown) => {
    const { runtime } = request as { runtime?: { node?: { req: IncomingMessage } } }
    const userId = runtime?.node === undefined ? undefined : users.get(runtime.node.req)
    if (userId === undefined) throw new AppError('signed_out')
    return userId
  }
  let opened: OpenProtocol | undefined

  /* Its library is large, and only who sends files needs it. */
  async function openOnce(): Promise<OpenProtocol> {
    const { openProtocol } = await import('./protocol-server.ts')
    return (opened ??= openProtocol(uploads, userOf, files))
  }

  let isClosing = false

  async function handOver(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (isClosing) throw new AppError('unavailable')
    if (request.headers['tus-resumable'] !== protocolVersion) {
      reply.headers({ 'tus-resumable': protocolVersion, 'tus-version': protocolVersion })
      return reply.code(412).type('application/json; charset=utf-8').send(protocolRefusal(412))
    }
    users.set(request.raw, userIdOf(request))
    const { tus } = await openOnce()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.raw.setHeader('cache-control', 'no-store')
    reply.hijack()
    running.add(request.raw)
    // When the line breaks, the tus server goes on waiting for its answer to be sent.
    const closed = once(reply.raw, 'close').catch(() => undefined)
    const handled = tus.handle(request.raw, reply.raw).catch((error: unknown) => {
      files.parts.log.warn({ err: error }, 'uploads: the answer could not be sent')
    })
    await Promise.race([handled, closed])
    running.delete(request.raw)
    return reply
  }

  // A server that stops does not wait for a slow line: it keeps what has come, and the client goes on later.
  app.addHook('preClose', async () => {
    isClosing = true
    for (const request of running) request.destroy()
    await opened?.pieces.whenWritten()
  })

  await app.register(async scope => {
    scope.addHook('onRequest', async request => allowLongBody(request.raw))
    // The body stays in the request: the tus server reads it from there.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
    scope.post(apiPaths.uploads, { schema: { tags }, config: { api: protocolNotes.create } }, handOver)
    scope.head(
      `${apiPaths.uploads}/:id`,
      {
        schema: { tags, params: idParameters },
        config: { api: protocolNotes.ask, swagger: { exposeHeadRoute: true } },
      },
      handOver,
    )
    scope.patch(
      `${apiPaths.uploads}/:id`,
      { schema: { tags, params: idParameters }, config: { api: protocolNotes.append } },
      handOver,
    )
    // To the tus server an expired upload does not exist; staff can still take it off their list.
    scope.delete(
      `${apiPaths.uploads}/:id`,
      { schema: { tags, params: idParameters }, config: { api: protocolNotes.remove } },
      async (request, reply) => {
        const { id } = idParameters.parse(request.params)
        return (await uploads.removeExpired(id)) ? reply.code(204).send() : handOver(request, reply)
      },
    )
  })

  app.get(
    apiPaths.allUploads,
    {
      schema: { querystring: uploadListQuerySchema, response: { 200: uploadListSchema }, tags },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { items, total } = await uploads.list(request.query)
      return { uploads: items, total }
    },
  )

  app.get(
    apiPaths.uploads,
    { schema: { response: { 200: unfinishedUploadsSchema }, tags } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { uploads: await uploads.listUnfinished(userIdOf(request)) }
    },
  )

  app.get(
    apiPaths.uploadResult(':id'),
    { schema: { params: idParameters, response: { 200: storedFileSchema }, tags } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { file: await uploads.finish(request.params.id, userIdOf(request)) }
    },
  )

  app.post(
    apiPaths.filesKnown,
    { schema: { body: knownFileSchema, response: { 200: knownFileAnswerSchema }, tags } },
    async request => {
      const { sha256, size, name } = request.body
      return { file: (await files.findKnown(sha256, size, name)) ?? null }
    },
  )
}
