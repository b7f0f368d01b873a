import swagger from '@fastify/swagger'
import type { FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorCatalogue } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import type { AppInstance } from './app-instance.ts'

/** The part of JSON Schema that is completed here. */
interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  default?: unknown
  [keyword: string]: unknown
}

/** What a route takes or answers besides what its schemas check: for the document alone. */
interface ApiNotes {
  /** Bodies that are no JSON, by content type. */
  body?: Record<string, { schema: JsonSchema }>
  headers?: JsonSchema
  /** Answers that no schema serialises, by status. */
  answers?: Record<number, JsonSchema>
  /** Headers of the good answer. */
  answerHeaders?: Record<string, JsonSchema>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    api?: ApiNotes
  }
  interface FastifySchema {
    tags?: readonly string[]
    security?: readonly Record<string, readonly string[]>[]
  }
}

const tags = ['site']

const errorAnswer = {
  description: 'خطأ',
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    errors: { type: 'array', items: { type: 'string' } },
    current: { description: 'السجل كما هو الآن، مع 409' },
    changedBy: { description: 'من عدّل السجل آخر مرة، مع 409' },
    stored: { description: 'ما أضافته المحاولة الأولى بهذا المفتاح، مع 409' },
    sent: { description: 'ما أرسلته هذه المحاولة، مع 409' },
  },
  required: ['code', 'message', 'errors'],
}

/**
 * What is sent must be there exactly when the field refuses `undefined`: asking it is the only way that also knows
 * what happens before a field's own type is looked at (trimmed digits, "no filter", defaults).
 */
function completeInput(schema: unknown, json: JsonSchema): void {
  if (!(schema instanceof z.ZodObject) || json.properties === undefined) return
  const required: string[] = []
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const shown = (json.properties[name] ??= {})
    const absent = field.safeParse(undefined)
    if (!absent.success) required.push(name)
    else if (absent.data !== undefined) shown.default = absent.data
    if (shown['wire'] !== undefined) json.properties[name] = shown['wire'] as JsonSchema
    completeInput(field, shown)
  }
  if (required.length > 0) json.required = required
  else delete json.required
}

/** The JSON Schema of what a caller sends. */
function inputOf(schema: unknown): JsonSchema | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  completeInput(schema, json as JsonSchema)
  return json as JsonSchema
}

function schemaOf(route: RouteOptions, url: string, answers: FastifySchema): FastifySchema {
  const { schema = {}, config } = route
  const notes = config?.api ?? {}
  const inputs = {
    params: inputOf(schema.params),
    querystring: inputOf(schema.querystring),
    headers: notes.headers,
    body: notes.body ? { content: notes.body } : inputOf(schema.body),
  }
  const response: Record<string, JsonSchema> = {
    ...(answers.response as Record<string, JsonSchema> | undefined),
    ...notes.answers,
    default: errorAnswer,
  }
  for (const [status, answer] of Object.entries(response)) {
    if (notes.answerHeaders && status.startsWith('2')) answer['headers'] = notes.answerHeaders
  }
  const given = Object.fromEntries(Object.entries(inputs).filter(([, input]) => input !== undefined))
  return { ...answers, ...given, response, ...(url.startsWith('/api/') ? {} : { hide: true }) }
}

/** Collects every API route with its schemas into one OpenAPI document. Call before the routes are registered. */
export async function collectOpenApi(app: AppInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'رافد', description: 'واجهة برمجة منصة رافد التعليمية', version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'rafid_session' },
          csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
        },
      },
    },
    transform: ({ schema, url, route, ...rest }) => {
      if (!url.startsWith('/api/') || !schema) return { schema: { ...schema, hide: true }, url }
      const { params: _, querystring: __, body: ___, ...answers } = schema
      const made = jsonSchemaTransform({ ...rest, route, url, schema: answers })
      return { url, schema: schemaOf(route, url, made.schema as FastifySchema) }
    },
  })
}

/** Says what the routes of a scope ask: a CSRF token of writes, and of all a session. Call before its routes. */
export function describeAccess(scope: AppInstance, { needsSession }: { needsSession: boolean }): void {
  scope.addHook('onRoute', route => {
    const isWrite = ![route.method].flat().every(method => method === 'GET' || method === 'HEAD')
    const needs = { ...(needsSession && { session: [] }), ...(isWrite && { csrf: [] }) }
    if (Object.keys(needs).length > 0) route.schema = { security: [needs], ...route.schema }
  })
}

/** Registers the OpenAPI document, for the staff scope. */
export function staffOpenApiRoutes(app: AppInstance): void {
  app.get(
    apiPaths.openApi,
    { schema: { tags, response: { 200: z.record(z.string(), z.unknown()) } } },
    async () => ({ ...app.swagger() }),
  )
}
