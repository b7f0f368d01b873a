import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import { missingParts } from '#contract/resources/missing-filter.ts'
import { paths } from '#contract/paths.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from './build-app.ts'
import type { TestApp, TestStaff } from './build-app.ts'

interface Schema {
  properties?: Record<string, unknown>
  required?: string[]
}
type Content = Record<string, { schema: Schema }>

/** The part of an OpenAPI operation that is looked at here. */
interface Operation {
  tags?: string[]
  security?: unknown
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[]
  requestBody?: { content?: Content }
  responses: Record<string, { content?: Content }>
}

/** What anybody may send without being signed in: sign-in, set-up and links to a password, a message, a visit, a lookup, and forms without scripts. */
const openWrites = new Set([
  'POST /api/users/login',
  'POST /api/users/logout',
  'POST /api/users/setup',
  'POST /api/users/links/look',
  'POST /api/users/links/use',
  'POST /api/users/login/passkey',
  'POST /api/users/login/passkey/options',
  'POST /api/contact',
  'POST /api/visits',
  'POST /asked',
  'POST /contact',
  'POST /api/results/lookup',
  `POST ${paths.search}`,
  ...ministerialGradeCodes.map(stage => `POST ${paths.resultAnswer(stage)}`),
])

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

let site: TestApp

beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

/** Every route of the app. Shape: `['POST', '/api/books/:id']`. */
function routesOf(printed: string): [string, string][] {
  const routes: [string, string][] = []
  const path: string[] = []
  for (const line of printed.split('\n')) {
    const match = /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, -]+)\))?$/.exec(line)
    if (!match) continue
    const depth = (match[1] ?? '').length / 4
    path.length = depth
    path[depth] = match[2] ?? ''
    for (const method of match[3]?.split(', ') ?? []) routes.push([method, path.join('')])
  }
  return routes
}

it('asks a session of every write but those that anybody may send', async () => {
  const routes = routesOf(site.app.printRoutes({ commonPrefix: false }))
  const writeRoutes = routes.filter(([method]) => writes.has(method))
  expect(writeRoutes.length).toBeGreaterThan(20)
  const open: string[] = []
  for (const [method, route] of writeRoutes) {
    const url = route.replace(/:\w+/g, 'x').replace('*', 'x')
    const response = await site.app.inject({ method: method as 'POST', url, payload: {} })
    if (response.statusCode !== 401) open.push(`${method} ${route}`)
  }
  expect(open.toSorted()).toEqual([...openWrites].toSorted())
})

it('asks the second step, where it is required, of every write but those that lead to it or away', async () => {
  const staff = await site.signIn('editor')
  const { version: _version, changedAt: _changedAt, ...settings } = await site.services.settings.get()
  await site.services.settings.update({ ...settings, secondFactorFor: 'everybody' }, systemActor)
  const open: string[] = []
  for (const [method, route] of routesOf(site.app.printRoutes({ commonPrefix: false }))) {
    if (!writes.has(method) || openWrites.has(`${method} ${route}`)) continue
    const url = route.replace(/:\w+/g, 'x').replace('*', 'x')
    const response = await staff.send(method as 'POST', url, {})
    if (response.json().code !== 'second_factor_required') open.push(`${method} ${route}`)
  }
  await site.services.settings.update(settings, systemActor)
  const own = '/api/users/second-factor'
  const passkeys = '/api/users/passkeys'
  expect(open.toSorted()).toEqual([
    `POST ${passkeys}`,
    `POST ${passkeys}/end`,
    `POST ${passkeys}/options`,
    `POST ${own}`,
    `POST ${own}/end`,
    `POST ${own}/recovery-codes`,
    `PUT ${own}`,
  ])
})

it('asks an administrator of what only they may, and of nothing else', async () => {
  const staff = await site.signIn('editor')
  const refused: string[] = []
  for (const [method, route] of routesOf(site.app.printRoutes({ commonPrefix: false }))) {
    const isRead = method === 'GET' && route.startsWith('/api/')
    if (!isRead && (!writes.has(method) || openWrites.has(`${method} ${route}`))) continue
    const url = route.replace(/:\w+/g, 'x').replace('*', 'x')
    const response = await staff.send(method as 'POST', url, isRead ? undefined : {})
    if (response.statusCode === 403) refused.push(`${method} ${route}`)
    expect(response.statusCode, `${method} ${route}`).not.toBe(401)
  }
  expect(refused.toSorted()).toEqual([
    'DELETE /api/auditlog/:id',
    'DELETE /api/users/:id/links',
    'DELETE /api/users/:id/second-factor',
    'GET /api/stats/system',
    'GET /api/users',
    'POST /api/staff/trash/purges',
    'POST /api/stats/system/alert-trials',
    'POST /api/users/:id/links',
    'POST /api/users/register',
    'PUT /api/settings',
    'PUT /api/users/:id',
  ])
})

it('asks a session of everything that only staff read', async () => {
  const staff = await site.signIn('admin')
  const urls = [
    '/api/auditlog',
    '/api/auditlog/x',
    '/api/auditlog/stats/actions',
    '/api/auditlog/stats/entities',
    '/api/auditlog/people',
    '/api/visits',
    '/api/visits/most-visited',
    '/api/visits/by-date',
    '/api/stats/dashboard',
    '/api/stats/system',
    '/api/contact',
    '/api/users',
    '/api/users/me',
    '/api/users/sessions',
    '/api/search/misses',
    '/api/openapi.json',
  ]
  for (const url of urls) {
    const response = await site.app.inject({ method: 'GET', url })
    expect(response.statusCode, url).toBe(401)
    expect(response.json().code).toBe('signed_out')
    expect(response.headers['cache-control'], url).toBe('no-store')
    const read = await staff.send('GET', url)
    expect(read.statusCode, url).toBe(url.endsWith('/x') ? 404 : 200)
    expect(read.headers['cache-control'], url).toBe('no-store')
  }
})

it('gives staff an OpenAPI document of the promised calls', async () => {
  const staff = await site.signIn('editor')
  const document = (await staff.send('GET', '/api/openapi.json')).json()
  expect(document.openapi).toMatch(/^3\.1/)
  const calls = [
    ['/api/books', 'get'],
    ['/api/books', 'post'],
    ['/api/books/{id}', 'put'],
    ['/api/books/{id}/versions', 'get'],
    ['/api/malazimas/latest', 'get'],
    ['/api/ministerial-exams/years', 'get'],
    ['/api/results/{id}', 'delete'],
    ['/api/news/type/{type}', 'get'],
    ['/api/auditlog/stats/entities', 'get'],
    ['/api/visits/by-date', 'get'],
    ['/api/files/new', 'post'],
    ['/api/users/login', 'post'],
    ['/api/search', 'get'],
  ]
  for (const [path = '', method = ''] of calls) expect(document.paths[path], path).toHaveProperty(method)
  expect(JSON.stringify(document.paths['/api/books'].post.requestBody)).toContain('directLink')
  expect(Object.keys(document.paths).filter(path => !path.startsWith('/api/'))).toEqual([])
})

describe('the OpenAPI document', () => {
  let staff: TestStaff
  let calls: Record<string, Operation>

  beforeAll(async () => {
    staff = await site.signIn()
    const { paths } = (await staff.send('GET', '/api/openapi.json')).json() as {
      paths: Record<string, Record<string, Operation>>
    }
    calls = Object.fromEntries(
      Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => [
          `${method.toUpperCase()} ${path}`,
          operation,
        ]),
      ),
    )
  })

  it('has every call of the app, with its parameters, its body, its answer and the look of an error', () => {
    const routes = routesOf(site.app.printRoutes({ commonPrefix: false }))
      .filter(([, route]) => route.startsWith('/api/') && !route.endsWith('*'))
      .map(([method, route]) => `${method} ${route.replace(/:(\w+)/g, '{$1}')}`)
      .filter(call => !call.startsWith('HEAD') || calls[call] !== undefined)
    expect(Object.keys(calls).toSorted()).toEqual(routes.toSorted())
    const creating = Object.keys(calls).filter(call => calls[call]?.responses['201'] !== undefined)
    expect(creating.filter(call => !call.startsWith('POST '))).toEqual([])
    const bodyless = Object.keys(calls).filter(
      call => /^(POST|PUT|PATCH)/.test(call) && !calls[call]?.requestBody,
    )
    expect(bodyless.toSorted()).toEqual([
      'POST /api/auditlog/{id}/restore',
      'POST /api/files/uploads',
      'POST /api/files/{sha256}/cover',
      'POST /api/files/{sha256}/pages/{page}/image',
      'POST /api/jobs/{id}/cancel',
      'POST /api/jobs/{id}/repeat',
      'POST /api/results/{id}/sheets/opening',
      'POST /api/staff/ingests',
      'POST /api/stats/system/alert-trials',
      'POST /api/users/login/passkey/options',
      'POST /api/users/logout',
      'POST /api/users/{id}/links',
    ])
    for (const [call, { parameters = [], requestBody, responses, tags }] of Object.entries(calls)) {
      const inPath = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
      expect(inPath.toSorted(), call).toEqual(call.match(/(?<=\{)\w+/g)?.toSorted() ?? [])
      for (const { content = {} } of requestBody ? [requestBody] : []) {
        for (const { schema } of Object.values(content)) expect(Object.keys(schema), call).not.toEqual([])
      }
      const [good = '', ...others] = Object.keys(responses)
      expect(others, call).toEqual(['default'])
      const isEmpty = good === '204' || /^(POST|HEAD) \/api\/files\/uploads(\/\{id\})?$/.test(call)
      expect(Object.keys(responses[good]?.content ?? {}).length, call).toBe(isEmpty ? 0 : 1)
      expect(JSON.stringify(responses['default']), call).toContain('"required":["code","message","errors"]')
      expect(tags, call).toHaveLength(1)
    }
    const form = calls['POST /api/files/new']?.requestBody?.content?.['multipart/form-data']?.schema
    expect(form).toMatchObject({ properties: { files: { type: 'array' } }, required: ['files'] })
    expect(Object.keys(calls['GET /api/visits/export']?.responses['200']?.content ?? {})).toEqual([
      'text/csv',
    ])
    const securityOf = (call: string) => calls[call]?.security
    expect(securityOf('PUT /api/news/{id}')).toEqual([{ session: [], csrf: [] }])
    expect(securityOf('GET /api/auditlog')).toEqual([{ session: [] }])
    expect(securityOf('POST /api/users/login')).toEqual([{ csrf: [] }])
    expect(securityOf('GET /api/books')).toBeUndefined()
  })

  /* The board is of one stage and the pack of one grade; there is none of all. */
  const neededBy: Record<string, string[]> = {
    '/api/results/status': ['stage'],
    '/api/season-pack': ['stage'],
    '/api/stats/coverage': ['board', 'stage'],
  }

  it('asks of a query only what the call cannot do without', async () => {
    for (const [call, { parameters = [] }] of Object.entries(calls)) {
      const [method, path = ''] = call.split(' ')
      if (method !== 'GET' || path.includes('{')) continue
      const needed = parameters.filter(({ in: place, required }) => place === 'query' && required)
      const { statusCode } = await staff.send('GET', path)
      const names = needed.map(({ name }) => name)
      const own = neededBy[path]
      expect([call, statusCode, names]).toEqual(own ? [call, 422, own] : [call, 200, []])
    }
    const parametersOf = (call: string) =>
      Object.fromEntries((calls[call]?.parameters ?? []).map(({ name, schema }) => [name, schema]))
    expect(parametersOf('GET /api/books')).toMatchObject({
      limit: { default: limits.booksPerPage, maximum: limits.maxListLimit },
      offset: { default: 0 },
      missing: { enum: [...missingParts] },
    })
    expect(parametersOf('GET /api/search')['filter']).toMatchObject({ type: 'array' })
  })

  const school = { subject: 'MATH', stage: 'SIXTH_PREPARATORY', releaseYear: 2025, keywords: ['كلمة'] }
  const links = { googleDriveLink: 'https://drive.example/a', telegramLink: 'https://t.me/a' }
  const file = { directLink: 'https://files.example/a.pdf', branch: 'SCIENTIFIC', ...links }
  const image = { image: 'https://files.example/a.jpg' }
  const publication = { state: 'published', publishAt: '2026-11-01T10:00:00+03:00' }
  const bodies: Record<string, Record<string, unknown>> = {
    'POST /api/books': {
      title: 'كتاب',
      description: 'وصف',
      versions: [{ title: 'الطبعة الأولى', releaseYear: 2024 }],
      ...school,
      ...file,
      ...image,
      ...publication,
      version: 1,
    },
    'POST /api/malazimas': {
      title: 'ملزمة',
      teacher: 'أ. علي',
      ...school,
      ...file,
      ...image,
      ...publication,
      version: 1,
    },
    'POST /api/ministerial-exams': {
      title: 'امتحان',
      description: 'وصف الامتحان كله',
      try: 1,
      files: [image.image],
      ...school,
      ...links,
      ...publication,
      version: 1,
    },
    'POST /api/results': {
      ...file,
      city: 'البصرة',
      school: 'ثانوية',
      stage: school.stage,
      try: 1,
      releaseYear: 2025,
      keywords: ['كلمة'],
      ...publication,
      version: 1,
      confirmed: true,
    },
    'POST /api/news': {
      title: 'خبر',
      bio: 'نبذة',
      content: 'محتوى',
      type: 'GENERAL_NEWS',
      keywords: ['كلمة'],
      ...image,
      createdAt: '2026-11-01',
      ...publication,
      version: 1,
    },
  }

  it.each(Object.keys(bodies))('says of each field of %s whether it must be sent', async call => {
    const whole = bodies[call] ?? {}
    const schema = calls[call]?.requestBody?.content?.['application/json']?.schema
    expect(Object.keys(schema?.properties ?? {}).toSorted()).toEqual(Object.keys(whole).toSorted())
    for (const field of Object.keys(whole)) {
      const { [field]: _, ...rest } = whole
      const { statusCode } = await staff.send('POST', call.slice('POST '.length), rest)
      const isRequired = schema?.required?.includes(field) ?? false
      expect([field, statusCode]).toEqual([field, isRequired ? 422 : 201])
    }
  })
})

it('says that it can serve', async () => {
  const response = await site.app.inject({ method: 'GET', url: '/api/health' })
  expect(response.json()).toEqual({ status: 'ok' })
})

it('answers an unknown call in JSON and an unknown page in Arabic', async () => {
  const call = await site.app.inject({ method: 'GET', url: '/api/nothing' })
  expect(call.statusCode).toBe(404)
  expect(call.json().code).toBe('not_found')
  const page = await site.app.inject({ method: 'GET', url: '/nothing' })
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('عذراً، الصفحة غير موجودة')
})

it('answers addresses that cannot be decoded with 400, in JSON', async () => {
  const response = await site.app.inject({ method: 'GET', url: '/api/books/%E0%A4%A' })
  expect(response.statusCode).toBe(400)
  expect(response.json().code).toBe('bad_request')
})
