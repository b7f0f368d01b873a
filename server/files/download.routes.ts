import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { kindOfType } from '#contract/resources/file.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import type { Choice } from '#server/base/http/conditional.ts'
import { contentDisposition, safeFileName } from './file-name.ts'
import type { FilesService, OpenFile } from './files.types.ts'
import { createStoreAddresses } from './leave-to-store.ts'
import type { ByteRange } from './object-store.types.ts'

interface DownloadServices {
  files: Pick<FilesService, 'open'>
  config: Pick<Config, 'filesAccel' | 'filesRedirect' | 'objectStore'>
  database: Pick<OpenDatabase, 'kysely'>
}

/** What a proxy says that sends files itself when it is told which. */
const sentByProxy = 'X-Accel-Redirect'

const parameters = z.object({
  sha256: z.string().max(100),
  name: z.string().max(2000).optional(),
})
const query = z.object({ download: z.string().optional() })

const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
/** Chromium's PDF viewer does not start in a sandbox and styles its frame inline; its process cannot reach our pages. */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Images and PDFs open in the browser; everything else is saved. */
function isShown(type: string): boolean {
  const kind = kindOfType(type)
  return kind === 'image' || kind === 'pdf'
}

/** The headers that keep a stored file from acting as a page of ours, and those by which it is known again. */
export function setFileHeaders(reply: FastifyReply, type: string, tag: string): void {
  reply.headers({ etag: tag, 'accept-ranges': 'bytes' })
  setSafeHeaders(reply, type)
}

function setSafeHeaders(reply: FastifyReply, type: string): void {
  reply.headers({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': type === 'application/pdf' ? pdfPolicy : sandbox,
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
  })
  if (!isShown(type)) reply.header('x-robots-tag', 'noindex')
}

/**
 * Sets what a file's answer says of its length, or of the part that is asked for. Shape: that part.
 * Errors: `precondition_failed`; `range_not_satisfiable`. Source: RFC 9110, 14.4 and 15.3.7.
 */
export function setPartHeaders(reply: FastifyReply, choice: Choice, size: number): ByteRange | undefined {
  if (choice.how === 'changed') throw new AppError('precondition_failed')
  if (choice.how === 'outside') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('range_not_satisfiable')
  }
  if (choice.how !== 'part') {
    reply.header('content-length', size)
    return undefined
  }
  const { start, end } = choice.range
  reply
    .code(206)
    .headers({ 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` })
  return choice.range
}

/**
 * Answers with a stored file or the part of it that is asked for.
 * Errors: `precondition_failed`; `range_not_satisfiable`.
 */
async function sendFile(request: FastifyRequest, reply: FastifyReply, file: OpenFile): Promise<FastifyReply> {
  const tag = `"${file.sha256}"`
  const choice = chooseAnswer(request, tag, file.size)
  if (file.isProven && choice.how === 'unchanged') {
    setFileHeaders(reply, file.type, tag)
    return reply.code(304).send()
  }
  const range = setPartHeaders(reply, choice, file.size)
  setFileHeaders(reply, file.type, tag)
  if (!file.isProven) reply.header('cache-control', 'no-store')
  if (request.method === 'HEAD') return reply.send()
  await copyToReply(reply, file, range)
  return reply
}

/**
 * Tells the proxy to send the file itself: the whole or a part, or that it is known already, all by its own tag. Only a file
 * whose bytes are certain goes this way, and only where the proxy has said that it can.
 */
function leaveToProxy(reply: FastifyReply, file: OpenFile, location: string): FastifyReply {
  setSafeHeaders(reply, file.type)
  return reply.header(sentByProxy, `${location}${file.objectKey}`).send()
}

/** What stands on an answer that leads to the store: the address holds for a while only, and says who asks to nobody. */
const onTheWay = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }

/** What must not stand on an answer that says that something went wrong. */
const fileHeaders = [
  'etag',
  'accept-ranges',
  'cache-control',
  'content-length',
  'content-range',
  'content-disposition',
]

/** Sends the bytes past Fastify's streams, which would make a new buffer for each piece. */
async function copyToReply(reply: FastifyReply, file: OpenFile, range: ByteRange | undefined): Promise<void> {
  const { raw } = reply
  const begin = () => {
    reply.hijack()
    raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  }
  try {
    await file.copy(range, async piece => {
      if (!raw.headersSent) begin()
      await writePiece(raw, piece)
    })
    raw.end()
  } catch (error) {
    if (!raw.headersSent) {
      for (const name of fileHeaders) reply.removeHeader(name)
      reply.header('cache-control', 'no-store')
      throw error
    }
    raw.destroy()
  }
}

/** Ends when the piece has gone to the operating system. */
function writePiece(raw: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('The client went away'))
    if (raw.destroyed) return onClose()
    raw.once('close', onClose)
    raw.write(piece, error => {
      raw.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Registers the addresses of stored files; the name in them is decoration. Source: F4.1. */
export function openFileRoutes(app: AppInstance, { files, config, database }: DownloadServices): void {
  const storeAddressOf = createStoreAddresses({ config, database, log: app.log })
  const options = { exposeHeadRoute: false, schema: { params: parameters, querystring: query, hide: true } }
  for (const url of ['/files/:sha256', '/files/:sha256/:name']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      ...options,
      async handler(request, reply) {
        const { sha256, name } = request.params
        if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('file_not_found')
        reply.header('cache-control', 'no-store')
        const file = await files.open(sha256)
        if (file.namesPeople) reply.header('x-robots-tag', 'noindex')
        const isAttachment = request.query.download !== undefined || !isShown(file.type)
        const shownName = name === undefined ? file.name : safeFileName(name, file.type)
        const disposition = contentDisposition(isAttachment ? 'attachment' : 'inline', shownName, file.type)
        const elsewhere = isAttachment ? await storeAddressOf(request, file, disposition) : undefined
        if (elsewhere !== undefined) return reply.headers(onTheWay).redirect(elsewhere, 302)
        reply.header('content-disposition', disposition)
        const isLeft = request.headers['x-sendfile-type'] === sentByProxy && file.localFile !== undefined
        if (config.filesAccel !== undefined && isLeft && file.isProven)
          return leaveToProxy(reply, file, config.filesAccel)
        return sendFile(request, reply, file)
      },
    })
  }
}
