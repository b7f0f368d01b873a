import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { setFileHeaders } from './download.routes.ts'
import type { FilesService } from './files.types.ts'
import { parseRendition } from './renditions.ts'

interface RenditionServices {
  files: Pick<FilesService, 'find' | 'renditions'>
}

const parameters = z.object({ sha256: z.string().max(100), rendition: z.string().max(100) })

/** How long a page's request waits for a picture that is not made yet before it gets the original. */
const maxWaitMs = 3000

/** Registers the addresses of smaller pictures. A picture that takes long is answered with the original, uncached. */
export function openRenditionRoutes(app: AppInstance, { files }: RenditionServices): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:sha256/w/:rendition',
    exposeHeadRoute: false,
    schema: { params: parameters, hide: true },
    async handler(request, reply) {
      const { sha256, rendition } = request.params
      const wanted = parseRendition(rendition)
      if (wanted === undefined || !/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('file_not_found')
      const tag = `"${sha256}-${wanted.width}-${wanted.format}"`
      const type = `image/${wanted.format}`
      const { namesPeople = false } = await files.find(sha256)
      if (namesPeople) reply.header('x-robots-tag', 'noindex')
      const { how } = chooseAnswer(request, tag)
      if (how === 'changed') throw new AppError('precondition_failed')
      if (how === 'unchanged') {
        setFileHeaders(reply, type, tag)
        return reply.code(304).send()
      }
      const picture = await inTime(files.renditions.get(sha256, wanted.width, wanted.format), maxWaitMs)
      if (picture === undefined) {
        return reply.header('cache-control', 'no-store').redirect(`/files/${sha256}`, 302)
      }
      setFileHeaders(reply, type, tag)
      reply.headers({ 'content-length': picture.length, 'accept-ranges': 'none' })
      return reply.send(request.method === 'HEAD' ? undefined : picture)
    },
  })
}

async function inTime<Value>(promise: Promise<Value>, waitMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), waitMs)
  })
  promise.catch(() => undefined)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
