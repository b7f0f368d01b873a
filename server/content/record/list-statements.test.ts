import { expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { bookInput, noteInput } from '#test/factories.ts'
import { makePdf, streamOf } from '#test/files.ts'
import { countStatements } from '#test/statements.ts'
import { systemActor } from '#server/staff/session/actor.ts'

/** What a list is made of; work in the background asks in other ways. */
const parts = {
  rows: /from "(?:books|notes)" where .* limit \$\d+ offset \$\d+$/s,
  counts: /^\s*select string_agg\(.*from row_counts/s,
  files: /from "files" left join "light_copies"/,
  links: /from "mirrors"/,
}

describeEachEngine('a list that nothing has ready', (_open, engine) => {
  it('takes one statement for each thing that it is made of', async () => {
    const site = await openTestApp({ engine })
    try {
      const { books, notes, files, changes } = site.services
      const telegramLink = 'https://t.me/example/1'
      for (const pages of [1, 2, 3]) {
        const { url } = await files.store(streamOf(await makePdf(pages)), { name: `${pages}.pdf` })
        const linked = { directLink: url, telegramLink }
        await books.create(bookInput({ ...linked, stage: 'FIRST_PRIMARY', branch: undefined }), systemActor)
        await notes.create(noteInput({ ...linked, stage: 'FIRST_PRIMARY', branch: undefined }), systemActor)
      }
      const askedFor = async (url: string) => {
        await changes.tellHere(['books', 'notes'])
        const statements = await countStatements(async () => {
          expect((await site.app.inject({ url })).statusCode).toBe(200)
        })
        const count = ([name, part]: [string, RegExp]) => [
          name,
          statements.filter(text => part.test(text)).length,
        ]
        return Object.fromEntries(Object.entries(parts).map(count))
      }
      const once = { rows: 1, counts: 1, files: 1, links: 0 }
      for (const page of [paths.booksOfStage('PRIMARY'), paths.notesOfStage('PRIMARY')])
        expect(await askedFor(page), page).toEqual(once)
      for (const list of ['/api/books?limit=10', '/api/malazimas?limit=10'])
        expect(await askedFor(list), list).toEqual({ ...once, counts: 0 })
    } finally {
      await site.close()
    }
  })
})
