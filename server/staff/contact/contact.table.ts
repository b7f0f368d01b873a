import type { CreatedAt, Optional, OptionalTimestamp } from '#server/base/db/columns.ts'

export interface ContactMessagesTable {
  id: string
  name: string
  email: string
  subject: string
  message: string
  ipAddress: Optional<string>
  createdAt: CreatedAt
  readAt: OptionalTimestamp
  deletedAt: OptionalTimestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    contactMessages: ContactMessagesTable
  }
}
