import type { CreatedAt, Json } from '#server/base/db/columns.ts'

export interface SettingsTable {
  key: string
  value: Json<unknown>
  updatedAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    settings: SettingsTable
  }
}
