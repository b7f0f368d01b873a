import type { Timestamp } from '#server/base/db/columns.ts'

export interface AlertCausesTable {
  cause: string
  /** Told, and not said to be well since. */
  isRaised: boolean
  level: number
  /** What was told last, to know what is new. */
  mark: string
  /** When it was last told that it is not well. */
  toldAt: Timestamp
}

export interface AlertWatchTable {
  id: number
  /** The process that looks at what all of them share. */
  holder: string
  heldUntil: Timestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    alertCauses: AlertCausesTable
    alertWatch: AlertWatchTable
  }
}
