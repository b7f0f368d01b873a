import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp } from './build-app.ts'
import type { TestApp } from './build-app.ts'

/** What anybody may send without being signed in: sign-in and set-up, a message, a visit, and a form without scripts. */
const openWrites = new Set([
  'POST /api/users/login',
  'POST /api/users/logout',
  'POST /api/users/setup',
  'POST /api/contact',
  'POST /api/visits',
  'POST /contact',
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

it('asks a session of everything that only staff read', async () => {
  const urls = [
    '/api/auditlog',
    '/api/auditlog/x',
    '/api/auditlog/stats/actions',
    '/api/auditlog/stats/entities',
    '/api/visits',
    '/api/visits/most-visited',
    '/api/visits/by-date',
    '/api/stats/dashboard',
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
  }
})

it('gives staff an OpenAPI document of the calls in the specification', async () => {
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
