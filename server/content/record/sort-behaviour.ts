import { expect, it } from 'vitest'
import { staffApiPath } from '#contract/paths.ts'
import type { AuditEntity } from '#contract/codes/audit.ts'
import { isKindEntity, kindOfEntity, kinds } from '#contract/kinds.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'

/** What the behaviour needs to know of a resource, as its whole behaviour does. */
interface SortedResource {
  path: string
  entity: AuditEntity
  input(mark: string): Record<string, unknown>
  bulk: Record<string, unknown>
  tag: ChangeTag
}

/** The order of lists, as every resource has it. Source: S3.11. */
export function describeOrder(
  resource: SortedResource,
  open: () => { site: TestApp; staff: TestStaff },
): void {
  const sorts = isKindEntity(resource.entity) ? kinds[kindOfEntity[resource.entity]].sorts : []

  async function idsBy(query: string): Promise<string[]> {
    const answer = await open().staff.send('GET', `${staffApiPath(resource.path)}?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const rows: { id: string }[] = answer.json().data[resource.tag]
    return rows.map(({ id }) => id)
  }

  it('sorts by each of its columns both ways, alike ones by their ids, and page by page as whole', async () => {
    for (const mark of ['ب ترتيب', 'أ ترتيب', 'ت ترتيب', 'الإترتيب'])
      await open().staff.send('POST', resource.path, resource.input(mark))
    await open().staff.send('POST', resource.path, { ...resource.input('ترتيب مختلف'), ...resource.bulk })
    for (const sort of sorts) {
      const upwards = await idsBy(`limit=100&sort=${sort}&direction=asc`)
      expect(upwards.length, sort).toBeGreaterThan(4)
      expect(new Set(upwards).size, sort).toBe(upwards.length)
      expect(await idsBy(`limit=100&sort=${sort}&direction=desc`), sort).toEqual(upwards.toReversed())
      const pages = await Promise.all([0, 2, 4].map(offset => idsBy(`limit=2&offset=${offset}&sort=${sort}`)))
      expect(pages.flat(), sort).toEqual(upwards.slice(0, 6))
    }
  })

  it('refuses an order that it does not have, and gives everybody its own whatever is asked', async () => {
    for (const query of ['sort=searchText', 'sort=title%20desc', 'sort=createdAt&direction=sideways']) {
      const refused = await open().staff.send('GET', `${staffApiPath(resource.path)}?${query}`)
      expect(refused.statusCode, query).toBe(422)
    }
    const everybody = async (query: string) =>
      (await open().site.app.inject(`${resource.path}?limit=100${query}`)).body
    expect(await everybody('&sort=updatedAt&direction=asc')).toEqual(await everybody(''))
  })
}
