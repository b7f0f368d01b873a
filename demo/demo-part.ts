import type { FileKind } from '#contract/resources/file.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { Services } from '#server/services.ts'
import type { DemoFile } from './demo-file.ts'
import type { Draw, DrawOwn } from './drawer.ts'

/** A record that is still to be written, and the day that it bears. */
export interface PlannedRecord {
  createdAt: Date
  /** It brings work in the background, and waits until everything else is written. */
  isLarge?: boolean
  act(): Promise<void>
}

/** What a part of the library is written with. */
export interface DemoTools {
  services: Services
  db: Queryable
  draw: Draw
  drawOwn: DrawOwn
  /** Stores a drawn file and gives its address. */
  store(file: DemoFile, kind: FileKind): Promise<string>
}

/** One kind of record in the demo library. */
export interface DemoPart<Item> {
  /** All of them, their dates counted from a day. */
  list(day: Date): Item[]
  /** Those that an interrupted start has not written yet. */
  plan(items: Item[], tools: DemoTools): Promise<PlannedRecord[]>
}
