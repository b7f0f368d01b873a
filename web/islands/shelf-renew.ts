import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SeasonPack } from '#contract/resources/season-pack.ts'
import { ask } from '#web/ask.ts'
import { factsOfRecord, isKeepable, NothingToKeepError, readFacts } from '#web/shelf/record-facts.ts'
import { hasSameFiles } from '#web/shelf/shelf-item.ts'
import type { ShelfFacts, ShelfItem } from '#web/shelf/shelf-item.ts'
import { changeItem, readPacks, readShelf, savePack } from '#web/shelf/shelf.ts'

/** What a grade's pack holds now. Errors: those of `ask`; an error with the status when the site does not give it. */
export async function readPack(address: string): Promise<SeasonPack> {
  const answer = await ask(address)
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { data: SeasonPack }).data
}

/** What the shelf keeps of the records of a pack. */
export function factsOfPack(records: SeasonPack['records']): ShelfFacts[] {
  return records.map(({ kind, files, ...record }) => factsOfRecord(kind, { ...record, pages: files }))
}

/** When it was compared last, by a clock that may have been ahead. */
const isDue = (checkedAt: number) =>
  checkedAt > Date.now() || checkedAt < Date.now() - limits.shelfUpdateCheckMs

/** Says of an item what it has become, or that it is as it was. */
const compare = (item: ShelfItem, facts: ShelfFacts) =>
  changeItem(item.id, () => ({
    checkedAt: Date.now(),
    newer: hasSameFiles(facts, item) ? undefined : facts,
  }))

/**
 * Asks once a day what the packs and the records that were taken have become: only what changed is offered, and nothing is
 * loaded before the student takes it. What could not be asked is asked again at the next visit.
 */
export async function renewShelf(): Promise<void> {
  for (const kept of await readPacks()) {
    const pack = isDue(kept.checkedAt) ? await readPack(kept.address).catch(() => undefined) : undefined
    if (!pack) continue
    const { items } = await readShelf()
    const chosen = pack.notes.filter(({ id }) => kept.notes.includes(id))
    for (const facts of factsOfPack([...pack.records, ...chosen])) {
      const item = items.find(({ id }) => id === facts.id)
      if (item) await compare(item, facts)
    }
    await savePack({ ...kept, checkedAt: Date.now() })
  }
  const { items } = await readShelf()
  for (const item of items) {
    if (item.state !== 'kept' || !isDue(item.checkedAt) || !isKeepable(item.kind)) continue
    /* What left the site stays the student's own as it is. */
    const asItIs = (error: unknown) => (error instanceof NothingToKeepError ? item : undefined)
    const found = await readFacts(item.kind, item.id.split(':')[1] ?? '').catch(asItIs)
    if (found) await compare(item, found)
  }
}

/** The address of a pack. */
export function addressOfPack(wanted: FormData): string | undefined {
  const stage = String(wanted.get('stage') ?? '')
  if (!stage) return undefined
  const query = new URLSearchParams({ stage, years: String(wanted.get('years') ?? limits.usualPackYears) })
  const branch = String(wanted.get('branch') ?? '')
  if (branch) query.set('branch', branch)
  return `${apiPaths.seasonPack}?${query}`
}
