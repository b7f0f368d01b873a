import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { examInput } from '#test/factories.ts'
import { makeImage, sha256Of, streamOf } from '#test/files.ts'

describe('the pages of an exam', () => {
  let site: TestApp
  const pictures: Buffer[] = []
  const urls: string[] = []

  beforeAll(async () => {
    site = await openTestApp()
    /* What stands on them is told below, and read by nobody. */
    await site.services.jobRunner.close()
    for (const side of [300, 301, 302]) {
      const picture = await makeImage('png', side, 420)
      pictures.push(picture)
      urls.push((await site.services.files.store(streamOf(picture), { name: `${side}.png` })).url)
    }
  })
  afterAll(() => site.close())

  it('have what stands on them beside their pictures, where it is read well enough', async () => {
    const staff = await site.signIn()
    const added = await staff.send('POST', '/api/ministerial-exams', examInput({ files: urls }))
    expect(added.statusCode, added.body).toBe(201)
    const { kysely } = site.database
    const texts = ['س١ عرّف <الاتزان>\nس٢ عدّد', 'كلام غير مقروء', 'س٣ علّل']
    const qualities = [0.9, limits.leastTextQuality - 0.01, 0.9]
    const files = pictures.map(picture => ({ fileHash: sha256Of(picture), readerVersion: 1 }))
    await kysely
      .insertInto('pageTextFiles')
      .values(files.map(file => ({ ...file, isEnded: true })))
      .onConflict(conflict => conflict.column('fileHash').doUpdateSet({ isEnded: true }))
      .execute()
    await kysely
      .insertInto('pageTexts')
      .values(
        files.map((file, at) => ({
          ...file,
          page: 1,
          source: 'picture' as const,
          quality: qualities[at] ?? 0,
          text: texts[at] ?? '',
          boxes: Buffer.alloc(0),
        })),
      )
      .execute()
    const { body } = await site.app.inject({ url: paths.exam(String(added.json().data.id)) })
    const pages = [...body.matchAll(/<li id="page-(\d)".*?<\/li>/gs)].map(([item, page]) => [
      page,
      /<div class="visually-hidden page-text">(.*?)<\/div>/s.exec(item)?.[1],
    ])
    const byMachine = '<p>قرأ الحاسوب هذا النص من الصورة، وقد يخطئ فيه.</p>'
    expect(pages).toEqual([
      ['1', `${byMachine}<p>س١ عرّف &lt;الاتزان&gt;</p><p>س٢ عدّد</p>`],
      ['2', undefined],
      ['3', `${byMachine}<p>س٣ علّل</p>`],
    ])
  })
})
