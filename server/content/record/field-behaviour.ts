import { expect, it } from 'vitest'
import type { TestApp, TestStaff } from '#test/build-app.ts'

/** What the behaviour needs to know of a resource, as its whole behaviour does. */
interface ResourceWithFields {
  path: string
  input(mark: string): Record<string, unknown>
}

/** The part of the OpenAPI document that tells what a record looks like. */
type OpenApiPaths = Record<string, { get: { responses: Record<string, OpenApiAnswer> } }>
interface OpenApiAnswer {
  content: Record<string, { schema: { properties: { data: { properties: object } } } }>
}

/** Which fields come in and go out, of every resource. Source: D3.3. */
export function describeFields(
  resource: ResourceWithFields,
  open: () => { site: TestApp; staff: TestStaff },
): void {
  const foreign = { id: 'x', version: 99, updatedAt: '2000-01-01T00:00:00.000Z', searchText: 'x', x: 'x' }

  async function add(input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const response = await open().staff.send('POST', resource.path, input)
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data
  }

  it('takes the fields that are named, and no other', async () => {
    const plain = await add(resource.input('المسمى'))
    const added = await add({ ...foreign, ...resource.input('الغريب') })
    expect(Object.keys(added)).toEqual(Object.keys(plain))
    for (const [name, value] of Object.entries(foreign)) expect(added[name], name).not.toEqual(value)
  })

  it('gives everybody the fields that the OpenAPI document names, and no other', async () => {
    const { site } = open()
    const { id } = await add(resource.input('المعروض'))
    const { data: seen } = (await site.app.inject({ url: `${resource.path}/${String(id)}` })).json()
    const { paths } = site.app.swagger() as unknown as { paths: OpenApiPaths }
    const answer = paths[`${resource.path}/{id}`]?.get.responses['200']?.content['application/json']
    const named = Object.keys(answer?.schema.properties.data.properties ?? {})
    expect(named).toEqual(expect.arrayContaining(Object.keys(seen as object)))
  })
}
