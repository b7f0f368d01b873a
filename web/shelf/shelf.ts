import { piecesOf, within } from './shelf-database.ts'
import { isKeptAs } from './shelf-item.ts'
import type { KeptFile, KeptPack, KeptPage, ShelfFacts, ShelfItem } from './shelf-item.ts'

/** Everything that the shelf shows. */
export interface Shelf {
  items: ShelfItem[]
  files: Map<string, KeptFile>
}

/** One for both ways: a channel does not hear itself. */
let channel: BroadcastChannel | undefined
const openChannel = () => (channel ??= new BroadcastChannel('shelf'))

/** Tells all other open pages that something of the shelf is other than it was. */
export function tellChange(): void {
  openChannel().postMessage('changed')
}

/** Calls back whenever the shelf changed in another place than this. */
export function onChange(react: () => void): void {
  openChannel().addEventListener('message', react)
}

/** All items, those added last first, and how much of each file is there. */
export function readShelf(): Promise<Shelf> {
  return within(['items', 'files'], 'readonly', async stores => {
    const [items, files] = await Promise.all([stores.items.all(), stores.files.all()])
    return {
      items: items.toSorted((a, b) => b.addedAt - a.addedAt),
      files: new Map(files.map(file => [file.sha256, file])),
    }
  })
}

/** The bytes of a file that is whole. Errors: when some of them are missing. */
export async function readFile({ sha256, size, type }: KeptFile): Promise<Blob> {
  const pieces = await within(['pieces'], 'readonly', stores => stores.pieces.all(piecesOf(sha256)))
  const all = new Blob(
    pieces.map(({ bytes }) => bytes),
    { type },
  )
  if (all.size !== size) throw new Error('A kept file lacks bytes')
  return all
}

/** The pages that were opened, the last one first. */
export async function readPages(): Promise<KeptPage[]> {
  const pages = await within(['pages'], 'readonly', stores => stores.pages.all())
  return pages.toSorted((a, b) => b.openedAt - a.openedAt)
}

/** The season packs that were chosen. */
export function readPacks(): Promise<KeptPack[]> {
  return within(['packs'], 'readonly', stores => stores.packs.all())
}

/** Remembers which season pack was chosen, and when it was last compared. */
export async function savePack(pack: KeptPack): Promise<void> {
  await within(['packs'], 'readwrite', stores => stores.packs.put(pack))
}

/**
 * Puts things on the shelf, or what they have become in their place. Files that are there already are not loaded again;
 * those that nothing needs any more go. What is kept whole stays whole when a light copy of it appears, and the other way.
 */
export async function keep(facts: readonly ShelfFacts[], pack: string | null = null): Promise<void> {
  const now = Date.now()
  await within(['items', 'files', 'pieces'], 'readwrite', async stores => {
    for (const [index, each] of facts.entries()) {
      const known = await stores.items.get(each.id)
      /* Files that are there already may be those of another thing, whose page is not that of this one. */
      const isKept = isKeptAs(known, each)
      const isThere = each.files.length === 0 || isKept
      await stores.items.put({
        ...each,
        files: isKept ? known.files : each.files,
        state: isThere ? 'kept' : 'wanted',
        needsPage: !isThere,
        pack: known?.pack ?? pack,
        /* The order in which they are loaded is the order in which they were given. */
        addedAt: known?.addedAt ?? now + index,
        openedAt: known?.openedAt ?? now,
        checkedAt: now,
      })
    }
    await dropUnused(stores)
  })
  tellChange()
}

/** Changes an item, if it is still there. */
export async function changeItem(
  id: string,
  change: (item: ShelfItem) => Partial<ShelfItem>,
): Promise<ShelfItem | undefined> {
  const changed = await within(['items'], 'readwrite', async ({ items }) => {
    const item = await items.get(id)
    if (!item) return undefined
    const next = { ...item, ...change(item) }
    await items.put(next)
    return next
  })
  if (changed) tellChange()
  return changed
}

/** Takes an item off the shelf with all bytes that nothing else needs. False when it was not there any more. */
export async function remove(id: string): Promise<boolean> {
  const wasThere = await within(['items', 'files', 'pieces', 'packs'], 'readwrite', async stores => {
    const item = await stores.items.get(id)
    await stores.items.remove(id)
    const others = await stores.items.all()
    if (item?.pack && !others.some(other => other.pack === item.pack)) await stores.packs.remove(item.pack)
    await dropUnused(stores)
    return item !== undefined
  })
  tellChange()
  return wasThere
}

type Unused = Parameters<Parameters<typeof within<'items' | 'files' | 'pieces', void>>[2]>[0]

async function dropUnused({ items, files, pieces }: Unused): Promise<void> {
  const [all, kept] = await Promise.all([items.all(), files.all()])
  const used = new Set(all.flatMap(item => item.files.map(file => file.sha256)))
  for (const { sha256 } of kept) {
    if (used.has(sha256)) continue
    await files.remove(sha256)
    await pieces.remove(piecesOf(sha256))
  }
}
