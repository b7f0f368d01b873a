import { z } from 'zod'
import type { ListPage } from '#contract/page.ts'
import { actorOf } from '#server/accounts/request-actor.ts'
import type { Actor } from '#server/audit/actor.ts'
import type { AppInstance } from '#server/http/app-instance.ts'

export const idParameters = z.object({ id: z.string().max(100) })

/** `DELETE` answers with the audit entry that can bring the record back. */
export const deletedSchema = z.object({ data: z.object({ id: z.string(), auditId: z.string() }) })

interface OpenContent<Query extends z.ZodType, Item extends z.ZodType> {
  /** The address of the list: `/api/books`. */
  path: string
  /** The list's name in the answer: `{ data: { books: [], total } }`. */
  listKey: string
  tag: string
  querySchema: Query
  recordSchema: Item
  service: {
    list(query: z.output<Query>): Promise<ListPage<z.output<Item>>>
    get(id: string): Promise<z.output<Item>>
  }
}

/** Registers what everybody may read of a resource: its list and one record. Source: decisions.md, Open shapes. */
export function openContentRoutes<Query extends z.ZodType, Item extends z.ZodType>(
  app: AppInstance,
  { path, listKey, tag, querySchema, recordSchema, service }: OpenContent<Query, Item>,
): void {
  const listSchema = z.object({ data: z.object({ [listKey]: z.array(recordSchema), total: z.int() }) })
  app.get(
    path,
    { schema: { tags: [tag], querystring: querySchema, response: { 200: listSchema } } },
    async request => {
      const { items, total } = await service.list(request.query as z.output<Query>)
      return { data: { [listKey]: items, total } } as z.output<typeof listSchema>
    },
  )
  app.get(
    `${path}/:id`,
    { schema: { tags: [tag], params: idParameters, response: { 200: z.object({ data: recordSchema }) } } },
    async request => ({ data: await service.get(request.params.id) }),
  )
}

interface LatestContent<Item extends z.ZodType> {
  path: string
  listKey: string
  tag: string
  querySchema: z.ZodType<{ limit: number }>
  recordSchema: Item
  service: { latest(limit: number): Promise<z.output<Item>[]> }
}

/** Registers the latest records of a resource; the answer has no total. Source: public.md §7. */
export function latestContentRoute<Item extends z.ZodType>(
  app: AppInstance,
  { path, listKey, tag, querySchema, recordSchema, service }: LatestContent<Item>,
): void {
  const answerSchema = z.object({ data: z.object({ [listKey]: z.array(recordSchema) }) })
  app.get(
    `${path}/latest`,
    { schema: { tags: [tag], querystring: querySchema, response: { 200: answerSchema } } },
    async request =>
      ({ data: { [listKey]: await service.latest(request.query.limit) } }) as z.output<typeof answerSchema>,
  )
}

interface StaffContent<Input extends z.ZodType, Item extends z.ZodType> {
  path: string
  tag: string
  inputSchema: Input
  recordSchema: Item
  service: {
    create(input: z.output<Input>, actor: Actor): Promise<z.output<Item>>
    update(id: string, input: z.output<Input>, actor: Actor): Promise<z.output<Item>>
    delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }>
  }
}

/** Registers what staff may do with a resource: create, replace, delete. Source: staff.md §7. */
export function staffContentRoutes<Input extends z.ZodType, Item extends z.ZodType>(
  app: AppInstance,
  { path, tag, inputSchema, recordSchema, service }: StaffContent<Input, Item>,
): void {
  const recordAnswer = z.object({ data: recordSchema })
  app.post(
    path,
    { schema: { tags: [tag], body: inputSchema, response: { 201: recordAnswer } } },
    async (request, reply) => {
      const data = await service.create(request.body as z.output<Input>, actorOf(request))
      return reply.code(201).send({ data } as z.output<typeof recordAnswer>)
    },
  )
  app.put(
    `${path}/:id`,
    { schema: { tags: [tag], params: idParameters, body: inputSchema, response: { 200: recordAnswer } } },
    async request =>
      ({
        data: await service.update(request.params.id, request.body as z.output<Input>, actorOf(request)),
      }) as z.output<typeof recordAnswer>,
  )
  app.delete(
    `${path}/:id`,
    { schema: { tags: [tag], params: idParameters, response: { 200: deletedSchema } } },
    async request => ({ data: await service.delete(request.params.id, actorOf(request)) }),
  )
}
