import { AppError } from '#contract/errors.ts'
import type {
  ContactInput,
  ContactListQuery,
  ContactMessage,
  ContactSubject,
} from '#contract/resources/contact-message.ts'
import type { Wanted } from '#contract/resources/wanted.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import {
  countMessages,
  countWishes,
  insertMessage,
  listMessages,
  markMessage,
  removeMessage,
} from './contact.repository.ts'
import type { MessageRow } from './contact.repository.ts'

/** A page of the inbox, and how many messages of all nobody has read. */
export interface Inbox {
  messages: ContactMessage[]
  total: number
  unread: number
}

/** What visitors write to us. Source: P10.4. */
export interface ContactService {
  /** Stores a message; one that fills the honeypot is taken without a word and thrown away. */
  create(input: ContactInput, ipAddress: string | null): Promise<void>
  /** Stores what somebody looked for and did not find, with the page that it was missing on; no name, no e-mail. */
  ask(wish: Wanted, ipAddress: string | null): Promise<void>
  /** What was asked for, the commonest first, with how often. */
  countWishes(limit: number): Promise<{ wanted: string; count: number }[]>
  list(query: ContactListQuery): Promise<Inbox>
  /** Errors: `message_not_found`. */
  update(id: string, isRead: boolean): Promise<ContactMessage>
  /** Errors: `message_not_found`. */
  delete(id: string): Promise<void>
}

/** Opens the inbox over the database. */
export function createContactService({
  database,
}: {
  database: Pick<OpenDatabase, 'kysely'>
}): ContactService {
  const { kysely } = database
  return {
    async create({ website, ...message }, ipAddress) {
      if (website) return
      await insertMessage(kysely, { id: newId(), ...message, ipAddress })
    },

    async ask({ website, wanted, from }, ipAddress) {
      if (website) return
      await insertMessage(kysely, {
        id: newId(),
        name: 'طلب من الموقع',
        email: '',
        subject: 'MISSING_CONTENT',
        message: `${wanted}\n\n${from}`,
        ipAddress,
      })
    },

    countWishes: limit => countWishes(kysely, limit),

    async list({ unread, limit, offset }) {
      const { items, total } = await listMessages(kysely, unread, limit, offset)
      return { messages: items.map(presentMessage), total, unread: await countMessages(kysely, true) }
    },

    async update(id, isRead) {
      const row = await markMessage(kysely, id, isRead)
      if (row === undefined) throw new AppError('message_not_found')
      return presentMessage(row)
    },

    async delete(id) {
      if (!(await removeMessage(kysely, id))) throw new AppError('message_not_found')
    },
  }
}

/** A message as it leaves the server: the listed fields and nothing else. */
function presentMessage(row: MessageRow): ContactMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject as ContactSubject,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }
}
