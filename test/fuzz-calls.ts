import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface CallSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, CallSchema>
  required?: string[]
  items?: CallSchema
  anyOf?: CallSchema[]
  oneOf?: CallSchema[]
  allOf?: CallSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** A call of the OpenAPI document. */
export interface CallOperation {
  parameters?: { name: string; in: string; schema?: CallSchema }[]
  requestBody?: { content: Record<string, { schema?: CallSchema }> }
}

/** What is sent to one call. */
export interface FuzzedCall {
  /** Parameters of the path, by name. */
  ids: Record<string, string>
  query: [string, string][]
  body: unknown
}

const longText = 400
const letters = fc.string({ unit: 'binary', maxLength: 40 })
const arabic = fc.constantFrom('كتاب', 'الفيزياء ٢٠٢٤', 'مُدَرِّس', '‏ـ', 'ة', '%_\\', "'; --", '<b>x</b>')
const links = fc.constantFrom(
  'https://files.example/a.pdf',
  'https://t.me/a',
  '/files/x/y.pdf',
  'javascript:x',
)
const moments = fc.constantFrom('2026-11-01T10:00:00+03:00', '2026-02-30', '2026-11-01', '275760-09-13')

/** Rarely what nobody would send. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>('\u0000', '\uD800', 'a'.repeat(longText), -0, 1e308, Number.MAX_SAFE_INTEGER, [
    [],
  ]),
)

function textOf(schema: CallSchema): fc.Arbitrary<string> {
  const long = fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 60, 300),
  })
  return fc.oneof(letters, arabic, links, moments, long)
}

function wellMade(schema: CallSchema, depth: number): fc.Arbitrary<unknown> {
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (branches?.length) return fc.oneof(...branches.map(branch => valueOf(branch, depth)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum?.length) return fc.constantFrom(...schema.enum)
  const [type = 'any'] = [schema.type].flat()
  const { minimum = -5, maximum = 3000 } = schema
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.max(minimum, Math.min(maximum, 1e9)) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, depth + 1), { maxLength: 4 })
    case 'object':
      return objectOf(schema, depth)
    default:
      return odd
  }
}

function objectOf({ properties = {} }: CallSchema, depth: number): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties)
  if (depth > 4 || entries.length === 0) return fc.dictionary(letters, odd, { maxKeys: 2 })
  return fc.record(Object.fromEntries(entries.map(([name, field]) => [name, valueOf(field, depth + 1)])), {
    requiredKeys: entries.map(([name]) => name).filter((_, at) => at % 4 !== 3),
  })
}

/** Mostly what the schema asks for, sometimes what it does not. */
function valueOf(schema: CallSchema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: wellMade(schema, depth) }, { weight: 1, arbitrary: odd })
}

/** What may be sent to a call: near to what it asks for, with ids that exist and ids that do not. */
export function callOf(operation: CallOperation, known: () => readonly string[]): fc.Arbitrary<FuzzedCall> {
  const { parameters = [], requestBody } = operation
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.nat().map(at => known()[at % known().length] ?? 'none') },
    { weight: 1, arbitrary: fc.constantFrom('x', '-1', 'a'.repeat(longText), '..', '%', 'ب') },
  )
  const inPath = parameters.filter(each => each.in === 'path')
  const inQuery = parameters.filter(each => each.in === 'query')
  const body = requestBody?.content['application/json']?.schema
  return fc.record({
    ids: fc.record(Object.fromEntries(inPath.map(({ name }) => [name, id]))),
    query: fc
      .subarray(inQuery)
      .chain(chosen =>
        fc.tuple(
          ...chosen.map(({ name, schema = {} }) =>
            valueOf(schema).map((value): [string, string] => [
              name,
              typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          ),
        ),
      ),
    body: body === undefined ? fc.constant(undefined) : valueOf(body),
  })
}
