import type { FieldValues } from 'react-hook-form'
import type { ZodType } from 'zod'
import type { AuditEntity } from '#contract/codes/audit.ts'
import { api } from '#web/api-client.ts'
import type { CurrentValues } from './use-record-form.ts'

/** What a content type says of itself to its add and edit screens. */
export interface RecordKind<Item extends { id: string; version: number }, Values extends FieldValues, Input> {
  /** What the names of its drafts begin with: `books`. */
  drafts: string
  /** The kind of the record, for the words of a conflict. */
  entity?: AuditEntity
  /** The API address of the list. */
  path: string
  listAddress: string
  /** What staff send. */
  schema: ZodType<Input>
  /** A record as the server holds it. */
  recordSchema: ZodType<Item>
  fetch: (id: string, signal: AbortSignal) => Promise<Item>
  blank: Values
  /** A record as its form shows it. */
  valuesOf: (record: Item) => Values
  /** What lists of drafts call what was typed; the title unless said otherwise. */
  titleOf?: (values: Values) => string
  /** The values chosen in a conflict, as they can be saved over the record as it stands now. */
  onTopOf?: (now: Values, chosen: Values) => Values
  /** The field whose file can replace that of a record that is there already. */
  fileField?: 'directLink' | 'files'
}

/** Gets one record of a list. Errors: ApiError. */
export function fetchFrom<Item>(path: string): (id: string, signal: AbortSignal) => Promise<Item> {
  return async (id, signal) => (await api.get<{ data: Item }>(`${path}/${id}`, { signal })).data
}

/** What the add and the edit form of a kind have in common. */
export function formOptionsOf<
  Item extends { id: string; version: number },
  Values extends FieldValues,
  Input,
>(kind: RecordKind<Item, Values, Input>) {
  return {
    schema: kind.schema,
    entity: kind.entity,
    titleOf: kind.titleOf,
    listAddress: kind.listAddress,
    onTopOf: kind.onTopOf,
    valuesOfCurrent(current: unknown): CurrentValues<Values> | undefined {
      const { data } = kind.recordSchema.safeParse(current)
      return data && { id: data.id, values: kind.valuesOf(data), version: data.version }
    },
  }
}
