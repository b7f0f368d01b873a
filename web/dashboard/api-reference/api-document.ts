import { formatNumber } from '#contract/format.ts'
import { byName, kindNames, kinds } from '#contract/kinds.ts'

/** The part of JSON Schema that our document uses. Source: OpenAPI 3.1, JSON Schema 2020-12. */
export interface ApiSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, ApiSchema>
  required?: string[]
  items?: ApiSchema
  anyOf?: ApiSchema[]
  oneOf?: ApiSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

interface Content {
  content?: Record<string, { schema?: ApiSchema }>
}

interface RawOperation {
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: ApiSchema }[]
  requestBody?: Content
  responses?: Record<string, Content>
}

export interface ApiDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, RawOperation>>
}

/** A parameter, or a field of a body or an answer; inner fields carry their way: `data.books[].title`. */
export interface ApiField {
  name: string
  /** Where a parameter stands; absent for fields. */
  place?: string
  type: string
  isRequired: boolean
  /** Lengths and ranges in words; '' for none. */
  rule: string
  codes: string[]
}

export interface ApiOperation {
  method: string
  path: string
  parameters: ApiField[]
  body: ApiField[]
  answers: { status: string; fields: ApiField[] }[]
}

export interface ApiGroup {
  tag: string
  label: string
  operations: ApiOperation[]
}

const tagLabels: Record<string, string> = {
  ...byName(
    kindNames,
    kind => kinds[kind].list,
    kind => kinds[kind].plural,
  ),
  search: 'البحث',
  files: 'الملفات',
  users: 'المستخدمون والجلسات',
  auditlog: 'سجل التغييرات',
  trash: 'سلة المحذوفات',
  visits: 'الزيارات',
  stats: 'الإحصاءات',
  contact: 'رسائل التواصل',
  settings: 'إعدادات الموقع',
  site: 'الخدمة',
}

const typeNames: Record<string, string> = {
  string: 'نص',
  integer: 'عدد صحيح',
  number: 'عدد',
  boolean: 'نعم أو لا',
  object: 'كائن',
  null: 'فارغ',
}

const placeNames: Record<string, string> = {
  path: 'في العنوان',
  query: 'في الاستعلام',
  header: 'في الترويسة',
  cookie: 'في الكوكيز',
}

const choicesOf = (schema: ApiSchema): ApiSchema[] => schema.anyOf ?? schema.oneOf ?? [schema]

/** A schema's type in Arabic: 'قائمة (نص) أو فارغ'. */
export function typeText(schema: ApiSchema): string {
  const names = choicesOf(schema).flatMap(choice => {
    if (choice.anyOf ?? choice.oneOf) return [typeText(choice)]
    if (choice.enum || choice.const !== undefined) return ['رمز']
    return [choice.type ?? []].flat().map(type => {
      if (type !== 'array') return typeNames[type] ?? type
      return choice.items ? `قائمة (${typeText(choice.items)})` : 'قائمة'
    })
  })
  return [...new Set(names)].join(' أو ') || 'أي قيمة'
}

function rangeText(least: number | undefined, most: number | undefined): string {
  const isStated = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return [
    isStated(least) && least !== 0 ? `من ${formatNumber(least)}` : '',
    isStated(most) ? `حتى ${formatNumber(most)}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function ruleText(schema: ApiSchema): string {
  const rules = choicesOf(schema).flatMap(choice => [
    [rangeText(choice.minLength, choice.maxLength), 'حرف'],
    [rangeText(choice.minItems, choice.maxItems), 'عنصر'],
    [rangeText(choice.minimum, choice.maximum), ''],
  ])
  return rules
    .filter(([range]) => range)
    .map(([range, unit]) => `${range} ${unit}`.trim())
    .join('، ')
}

function codesOf(schema: ApiSchema): string[] {
  return choicesOf(schema).flatMap(choice => {
    if (choice.items) return codesOf(choice.items)
    return (choice.const === undefined ? (choice.enum ?? []) : [choice.const]).map(String)
  })
}

function fieldOf(name: string, schema: ApiSchema, isRequired: boolean): ApiField {
  return { name, type: typeText(schema), isRequired, rule: ruleText(schema), codes: codesOf(schema) }
}

/** The fields of an object or of a list's objects, each followed by its inner fields. */
export function fieldsOf(schema: ApiSchema, way = ''): ApiField[] {
  return choicesOf(schema).flatMap(choice => {
    if (choice.items) return fieldsOf(choice.items, `${way}[]`)
    return Object.entries(choice.properties ?? {}).flatMap(([key, inner]) => {
      const name = way ? `${way}.${key}` : key
      return [fieldOf(name, inner, choice.required?.includes(key) ?? false), ...fieldsOf(inner, name)]
    })
  })
}

function contentFields({ content = {} }: Content): ApiField[] {
  return Object.values(content).flatMap(({ schema = {} }) => {
    const fields = fieldsOf(schema)
    return fields.length > 0 ? fields : [fieldOf('', schema, true)]
  })
}

function operationOf(method: string, path: string, raw: RawOperation): ApiOperation {
  return {
    method: method.toUpperCase(),
    path,
    parameters: (raw.parameters ?? []).map(parameter => ({
      ...fieldOf(parameter.name, parameter.schema ?? {}, parameter.required ?? false),
      place: placeNames[parameter.in] ?? parameter.in,
    })),
    body: contentFields(raw.requestBody ?? {}),
    answers: Object.entries(raw.responses ?? {}).map(([status, answer]) => ({
      status,
      fields: contentFields(answer),
    })),
  }
}

/** The document's operations by tag, in the order of the dashboard; a tag without a name of ours comes last. */
export function groupsOf({ paths }: ApiDocument): ApiGroup[] {
  const groups = new Map<string, ApiOperation[]>(Object.keys(tagLabels).map(tag => [tag, []]))
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, raw] of Object.entries(operations)) {
      const tag = raw.tags?.[0] ?? ''
      groups.set(tag, [...(groups.get(tag) ?? []), operationOf(method, path, raw)])
    }
  }
  return [...groups]
    .filter(([, operations]) => operations.length > 0)
    .map(([tag, operations]) => ({
      tag,
      label: tagLabels[tag] ?? (tag || 'أخرى'),
      operations: operations.toSorted((one, other) =>
        one.path < other.path ? -1 : one.path > other.path ? 1 : 0,
      ),
    }))
}
