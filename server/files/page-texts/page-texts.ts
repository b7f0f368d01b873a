import { limits } from '#contract/limits.ts'
import type { Box } from '#server/reading/page.types.ts'
import { createLocalOriginals } from '../local-originals.ts'
import type { FileParts, OpenFile } from '../files.types.ts'
import { readFirstPage } from './first-page-text.ts'
import { wantPageTexts } from './page-texts.jobs.ts'
import * as repository from './page-texts.repository.ts'
import type { KeptText, PageTexts } from './page-texts.types.ts'
import { readPageTexts } from './read-page-texts.ts'
import { unpackBoxes } from './word-boxes.ts'

const adoptedAtOnce = 200

/** Keeps what stands on pages; `open` is that of the files service. */
export function createPageTexts(
  { database, incoming, inspector }: Pick<FileParts, 'database' | 'incoming' | 'inspector'>,
  open: (sha256: string) => Promise<OpenFile>,
): PageTexts {
  const db = database.kysely
  const originals = createLocalOriginals({ incoming }, open)

  return {
    async of(sha256, page) {
      const row = await repository.findPage(db, sha256, page)
      return row && keptOf(row)
    },

    async listTexts(sha256s) {
      const [files, texts] = await Promise.all([
        repository.listProgress(db, sha256s),
        repository.listSearched(db, sha256s),
      ])
      const read = Map.groupBy(texts, ({ fileHash }) => fileHash)
      return new Map(
        files.map(({ fileHash, pageCount, isEnded }) => {
          const found = read.get(fileHash) ?? []
          const textOf = new Map(found.map(({ page, text }) => [page, text]))
          const pages = Array.from({ length: pageCount ?? 1 }, (_, index) => textOf.get(index + 1))
          const seen = found.filter(({ source }) => source === 'picture')
          return [fileHash, { isEnded, pages, fromPictures: new Set(seen.map(({ page }) => page)) }]
        }),
      )
    },

    isSearched: sha256 => repository.isSearched(db, sha256),

    async progressOf(sha256s) {
      const rows = await repository.listProgress(db, sha256s)
      return new Map(
        rows.map(({ fileHash, pageCount, searched, unsure, isEnded, failure }) => [
          fileHash,
          { pageCount, searched, unsure, isEnded, failure },
        ]),
      )
    },

    read: (sha256, source, steps) => readPageTexts({ database, originals }, sha256, source, steps),

    firstPage: (sha256, patience) => readFirstPage({ incoming, inspector }, originals, sha256, patience),

    async adopt(signal) {
      let after = ''
      for (;;) {
        signal.throwIfAborted()
        const files = await repository.listReadFiles(db, repository.isUnread(), after, adoptedAtOnce)
        if (files.length > 0)
          await db.transaction().execute(transaction => wantPageTexts(transaction, files, 'known'))
        if (files.length < adoptedAtOnce) return
        after = files.at(-1)?.sha256 ?? after
      }
    },

    close: () => originals.close(),
  }
}

function keptOf({ page, source, quality, text, boxes }: repository.PageTextRow): KeptText {
  const isSearched = quality >= limits.leastTextQuality
  const unpacked: Box[] = unpackBoxes(boxes)
  return { page, source, quality, isSearched, text, boxes: unpacked }
}
