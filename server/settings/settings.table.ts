import type { CreatedAt, Json } from '#server/db/columns.ts'

export interface SettingsTable {
  key: string
  value: Json<unknown>
  updatedAt: CreatedAt
}
