import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ListPage } from '#contract/page.ts'
import { warningsAnswerSchema } from '#contract/resources/warning.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { RecordState } from '#contract/codes/record-states.ts'
import { staffApiPath } from '#contract/paths.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { deletedSchema, idParameters, seenVersionSchema } from '#server/base/http/route-schemas.ts'
import { creationTry, findUsedKey, isSameTry } from './creation-keys.ts'
import { withDamagedFiles } from '#server/files/damaged.ts'
import { withDeadLinkFacts } from '#server/mirrors/dead-link-facts.ts'
import { keyOfList, rememberAnswers } from './remembered-answers.ts'
import type { StateFilter } from './visibility.ts'
import type { CreationOptions, CreationTry, UsedKey } from './creation-keys.ts'

/** One key for all tries to add one record, so that a lost answer does not make a second one. */
export const creationHeaders = z.looseObject({ 'idempotency-key': z.string().min(16).max(100).optional() })
export const creationHeadersNote = {
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string', minLength: 16, maxLength: 100 } },
}

/** The routes below are written once for every record type, which Fastify's inference cannot follow. */
function untyped(app: AppInstance): FastifyInstance {
  return app as unknown as FastifyInstance
}

type IdParameters = z.output<typeof idParameters>

interface OpenContent<Query, Item> {
  /** The address of the list: `/api/books`. */
  path: string
  /** The list's name in the answer: `{ data: { books: [], total } }`. */
  listKey: string
  tag: string
  querySchema: z.ZodType<Query>
  recordSchema: z.ZodType<Item>
  service: {
    list(query: Query): Promise<ListPage<Item>>
    get(id: string): Promise<Item>
    /** Calls `handler` after every change of what the lists show. */
    onChange(handler: () => void): void
  }
}

/** Registers what everybody may read of a resource: its list and one record. Source: A1.2. */
export function openContentRoutes<Query, Item>(
  app: AppInstance,
  { path, listKey, tag, querySchema, recordSchema, service }: OpenContent<Query, Item>,
): void {
  const listSchema = z.object({ data: z.object({ [listKey]: z.array(recordSchema), total: z.int() }) })
  const answers = rememberAnswers(handler => service.onChange(handler))
  const begun = new WeakMap<FastifyRequest, (body: string) => void>()
  untyped(app).get(
    path,
    {
      schema: { tags: [tag], querystring: querySchema, response: { 200: listSchema } },
      onSend(request, reply, payload, done) {
        if (reply.statusCode === 200 && typeof payload === 'string') begun.get(request)?.(payload)
        done(null, payload)
      },
    },
    async (request, reply) => {
      const key = keyOfList(request.query as object)
      const known = key === undefined ? undefined : answers.find(key)
      if (known !== undefined) return reply.type('application/json; charset=utf-8').send(known)
      if (key !== undefined) begun.set(request, answers.begin(key))
      const { items, total } = await service.list(request.query as Query)
      return { data: { [listKey]: items, total } }
    },
  )
  untyped(app).get(
    `${path}/:id`,
    { schema: { tags: [tag], params: idParameters, response: { 200: z.object({ data: recordSchema }) } } },
    async request => ({ data: await service.get((request.params as IdParameters).id) }),
  )
}

interface LatestContent<Item> {
  path: string
  listKey: string
  tag: string
  querySchema: z.ZodType<{ limit: number }>
  recordSchema: z.ZodType<Item>
  service: { latest(limit: number): Promise<Item[]> }
}

/** Registers the latest records of a resource; the answer has no total. Source: A1.2. */
export function latestContentRoute<Item>(
  app: AppInstance,
  { path, listKey, tag, querySchema, recordSchema, service }: LatestContent<Item>,
): void {
  const answerSchema = z.object({ data: z.object({ [listKey]: z.array(recordSchema) }) })
  untyped(app).get(
    `${path}/latest`,
    { schema: { tags: [tag], querystring: querySchema, response: { 200: answerSchema } } },
    async request => {
      const { limit } = request.query as { limit: number }
      return { data: { [listKey]: await service.latest(limit) } }
    },
  )
}

interface StaffContent<
  Query extends { state?: RecordState | undefined },
  Input,
  Item extends { id: string },
> {
  path: string
  /** The list's name in the answer. */
  listName: string
  tag: string
  querySchema: z.ZodType<Query>
  inputSchema: z.ZodType<Input>
  unsavedSchema: z.ZodType<Unsaved<Input>>
  recordSchema: z.ZodType<Item>
  database: OpenDatabase
  service: {
    list(query: NoInfer<Query>, state: StateFilter): Promise<ListPage<{ id: string }>>
    create(input: Input, actor: Actor, options?: CreationOptions): Promise<Item>
    find(id: string, state: StateFilter): Promise<Item | undefined>
    get(id: string, state: StateFilter): Promise<Item>
    update(id: string, input: Input, actor: Actor): Promise<Item>
    delete(id: string, actor: Actor, base?: number): Promise<{ id: string; auditId: string }>
    listWarnings(input: Unsaved<Input>, except: readonly string[]): Promise<Warning[]>
  }
}

/** Registers what staff may do with a resource: look at what is not public yet, create, replace, delete, ask what speaks against a save. Source: A7.1. */
export function staffContentRoutes<
  Query extends { state?: RecordState | undefined },
  Input,
  Item extends { id: string },
>(app: AppInstance, content: StaffContent<Query, Input, Item>): void {
  const { path, listName, tag, querySchema, inputSchema, unsavedSchema, recordSchema, database, service } =
    content
  const recordAnswer = z.object({ data: recordSchema })
  const listAnswer = z.object({ data: z.object({ [listName]: z.array(recordSchema), total: z.int() }) })
  const tellsOfParts = recordSchema instanceof z.ZodObject && 'damagedFiles' in recordSchema.shape
  const withHealth = async (items: readonly { id: string }[]) => {
    const known = await withDeadLinkFacts(database.kysely, path, items)
    return tellsOfParts ? withDamagedFiles(database.kysely, path, known) : known
  }
  untyped(app).get(
    staffApiPath(path),
    { schema: { tags: [tag], querystring: querySchema, response: { 200: listAnswer } } },
    async request => {
      const query = request.query as Query
      const { items, total } = await service.list(query, query.state ?? 'any')
      return { data: { [listName]: await withHealth(items), total } }
    },
  )
  untyped(app).get(
    `${staffApiPath(path)}/:id`,
    { schema: { tags: [tag], params: idParameters, response: { 200: recordAnswer } } },
    async request => {
      const item = await service.get((request.params as IdParameters).id, 'any')
      const [data] = await withHealth([item])
      return { data }
    },
  )
  untyped(app).post(
    path,
    {
      schema: { tags: [tag], body: inputSchema, headers: creationHeaders, response: { 201: recordAnswer } },
      config: { api: { headers: creationHeadersNote } },
    },
    async (request, reply) => {
      const { 'idempotency-key': key } = request.headers as z.output<typeof creationHeaders>
      const data = await createOnce(request.body as Input, actorOf(request), key)
      return reply.code(201).send({ data })
    },
  )

  /* The answer of a first try can be lost on the way: the second one gets it again. */
  async function createOnce(input: Input, actor: Actor, key: string | undefined): Promise<Item> {
    if (key === undefined || actor.userId === null) return service.create(input, actor)
    const attempt = creationTry(actor.userId, key, path, input)
    const used = await findUsedKey(database.kysely, attempt)
    if (used) return answerAgain(used, attempt, input)
    try {
      return await service.create(input, actor, { attempt })
    } catch (error) {
      // Two tries may arrive together; the one that comes second finds what the first one did.
      const since = errorCodeOf(error) === 'key_used' && (await findUsedKey(database.kysely, attempt))
      if (since) return answerAgain(since, attempt, input)
      throw error
    }
  }

  async function answerAgain(used: UsedKey, attempt: CreationTry, sent: Input): Promise<Item> {
    if (isSameTry(used, attempt)) return recordSchema.parse(used.answer)
    const current = used.path === path ? await service.find(used.recordId, 'any') : undefined
    throw new AppError('key_used', { stored: used.answer, current, sent })
  }

  untyped(app).post(
    `${path}/check`,
    {
      schema: {
        tags: [tag],
        body: unsavedSchema,
        headers: creationHeaders,
        response: { 200: warningsAnswerSchema },
      },
      config: { api: { headers: creationHeadersNote } },
    },
    async request => {
      const input = request.body as Unsaved<Input>
      const { 'idempotency-key': key } = request.headers as z.output<typeof creationHeaders>
      const { userId } = actorOf(request)
      /* What an earlier try of the same draft has added is no second record of its kind. */
      const used =
        key !== undefined && userId !== null ? await findUsedKey(database.kysely, { userId, key }) : undefined
      const except = [input.id, used?.recordId].filter(id => id !== undefined)
      return { data: { warnings: await service.listWarnings(input, except) } }
    },
  )
  untyped(app).put(
    `${path}/:id`,
    { schema: { tags: [tag], params: idParameters, body: inputSchema, response: { 200: recordAnswer } } },
    async request => {
      const { id } = request.params as IdParameters
      return { data: await service.update(id, request.body as Input, actorOf(request)) }
    },
  )
  untyped(app).delete(
    `${path}/:id`,
    {
      schema: {
        tags: [tag],
        params: idParameters,
        querystring: seenVersionSchema,
        response: { 200: deletedSchema },
      },
    },
    async request => {
      const { id } = request.params as IdParameters
      const { version } = request.query as z.output<typeof seenVersionSchema>
      return { data: await service.delete(id, actorOf(request), version) }
    },
  )
}
