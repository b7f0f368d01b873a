import type { ColumnType } from 'kysely'
import type { CreatedAt, OptionalTimestamp } from '#server/base/db/columns.ts'

export interface SecondFactorsTable {
  userId: string
  /** What the application on the telephone knows, encrypted: `secret-box.ts`. */
  secret: string
  /** Missing until the person has shown that the application knows it. */
  confirmedAt: OptionalTimestamp
  /** The last step of time whose code was taken; none of it or before it is taken again. */
  lastStep: ColumnType<number, number | undefined, number>
  createdAt: CreatedAt
}

export interface RecoveryCodesTable {
  userId: string
  /** SHA-256 of the code, in hexadecimal. */
  codeHash: string
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    secondFactors: SecondFactorsTable
    recoveryCodes: RecoveryCodesTable
  }
}
