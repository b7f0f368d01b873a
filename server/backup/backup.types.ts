import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.int().min(0)

const contentSchema = z.object({
  sha256,
  size: bytes,
  /** The media type. */
  type: z.string(),
  /** Where the database of that moment says that the bytes lie. */
  objectKey: z.string(),
})

/** What one backup consists of; it is written last, so a backup without it is none. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Whose it is; older backups do not say. */
  site: z.string().optional(),
  engine: z.enum(['pglite', 'postgres']),
  dump: z.object({ sha256, size: bytes }),
  /** How many rows each table had in the moment of the dump. */
  rows: z.record(z.string(), z.int().min(0)),
  contents: z.array(contentSchema),
  /** Files of which neither the store nor an older backup had sound bytes. */
  damaged: z.array(z.object({ sha256, name: z.string() })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type BackedUpContent = z.infer<typeof contentSchema>

/** How far a long act has come. Units: bytes. */
export interface Progress {
  act: 'copied' | 'checked'
  done: number
  of: number
  doneBytes: number
  ofBytes: number
}

export type Tell = (progress: Progress) => void
