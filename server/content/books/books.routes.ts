import { z } from 'zod'
import { kinds } from '#contract/kinds.ts'
import { staffApiPath } from '#contract/paths.ts'
import {
  bookInputSchema,
  unsavedBookSchema,
  bookListQuerySchema,
  bookSchema,
  bookVersionInputSchema,
  bookVersionSchema,
  latestBooksQuerySchema,
  staffBookSchema,
  staffBookListQuerySchema,
} from '#contract/resources/book.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { idParameters, seenVersionSchema } from '#server/base/http/route-schemas.ts'
import {
  latestContentRoute,
  openContentRoutes,
  staffContentRoutes,
} from '#server/content/record/content-routes.ts'
import type { BooksService } from './books.service.ts'

const resource = {
  path: kinds.book.apiPath,
  tag: kinds.book.list,
  listKey: kinds.book.listKey,
  recordSchema: bookSchema,
}
const versionsPath = `${resource.path}/:id/versions`
const versionParameters = idParameters.extend({ versionId: z.string().max(100) })
const versionAnswer = z.object({ data: bookVersionSchema, bookVersion: z.int() })
const removalAnswer = z.object({ data: z.object({ id: z.string() }), bookVersion: z.int() })

/** What everybody may read of books. Source: A7.1. */
export function openBookRoutes(app: AppInstance, books: BooksService): void {
  latestContentRoute(app, { ...resource, querySchema: latestBooksQuerySchema, service: books })
  openContentRoutes(app, { ...resource, querySchema: bookListQuerySchema, service: books })
  app.get(
    versionsPath,
    { schema: { tags: ['books'], params: idParameters, response: { 200: z.array(bookVersionSchema) } } },
    request => books.listVersions(request.params.id),
  )
}

/** What staff may do with books and their versions. Source: A7.1, S4.3. */
export function staffBookRoutes(app: AppInstance, books: BooksService, database: OpenDatabase): void {
  staffContentRoutes(app, {
    ...resource,
    inputSchema: bookInputSchema,
    unsavedSchema: unsavedBookSchema,
    listName: 'books',
    recordSchema: staffBookSchema,
    querySchema: staffBookListQuerySchema,
    database,
    service: books,
  })
  app.get(
    staffApiPath(versionsPath),
    { schema: { tags: ['books'], params: idParameters, response: { 200: z.array(bookVersionSchema) } } },
    request => books.listVersions(request.params.id, 'any'),
  )
  app.post(
    versionsPath,
    {
      schema: {
        tags: ['books'],
        params: idParameters,
        body: bookVersionInputSchema,
        response: { 201: versionAnswer },
      },
    },
    async (request, reply) => {
      const saved = await books.createVersion(request.params.id, request.body, actorOf(request))
      return reply.code(201).send(saved)
    },
  )
  app.put(
    `${versionsPath}/:versionId`,
    {
      schema: {
        tags: ['books'],
        params: versionParameters,
        body: bookVersionInputSchema,
        response: { 200: versionAnswer },
      },
    },
    request => {
      const { id, versionId } = request.params
      return books.updateVersion(id, versionId, request.body, actorOf(request))
    },
  )
  app.delete(
    `${versionsPath}/:versionId`,
    {
      schema: {
        tags: ['books'],
        params: versionParameters,
        querystring: seenVersionSchema,
        response: { 200: removalAnswer },
      },
    },
    request => {
      const { id, versionId } = request.params
      return books.deleteVersion(id, versionId, request.query.version, actorOf(request))
    },
  )
}
