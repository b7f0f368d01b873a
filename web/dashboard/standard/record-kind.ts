import type { FieldValues } from 'react-hook-form'
import type { ZodType } from 'zod'
import type { AuditEntity } from '#contract/codes/audit.ts'
import type { RecordState } from '#contract/codes/record-states.ts'
import type { FieldNames } from '#contract/field-names.ts'
import { limits } from '#contract/limits.ts'
import { momentInBaghdad } from '#contract/period.ts'
import type { BatchRecord } from '#contract/resources/batch.ts'
import { publicationSchema, type Publication } from '#contract/resources/publication.ts'
import type { IngestKind } from '#contract/resources/ingest.ts'
import { api } from '#web/api-client.ts'
import type { CurrentValues } from './use-record-form.ts'

/** What a form holds of a record: of each field a text, unless `Others` says otherwise. */
export type FormValues<Names extends FieldNames, Others> = Record<
  Exclude<keyof Names, keyof Others>,
  string
> &
  Others

/** What a content type says of itself to its add and edit screens. */
export interface RecordKind<Item extends { id: string; version: number }, Values extends FieldValues, Input> {
  /** What the names of its drafts begin with: `books`. */
  drafts: string
  /** The kind of the record, for the words of a conflict. */
  entity?: AuditEntity
  /** What its fields are called. */
  names: FieldNames
  /** The API address of the list. */
  path: string
  listAddress: string
  /** What staff send. */
  schema: ZodType<Input>
  /** A record as the server holds it. */
  recordSchema: ZodType<Item>
  fetch: (id: string, signal: AbortSignal) => Promise<Item & Publication>
  blank: Values
  /** A record as its form shows it. */
  valuesOf: (record: Item) => Values
  /** What lists of drafts call what was typed; the title unless said otherwise. */
  titleOf?: (values: Values) => string
  /** The values chosen in a conflict, as they can be saved over the record as it stands now. */
  onTopOf?: (now: Values, chosen: Values) => Values
  /** The field whose file can replace that of a record that is there already. */
  fileField?: 'directLink' | 'files'
  /** The kind whose forms are filled from the name of their file. */
  proposes?: IngestKind
}

/** Gets one record as staff see it. Errors: ApiError. */
export function fetchFrom<Item>(
  path: string,
): (id: string, signal: AbortSignal) => Promise<Item & Publication> {
  return async (id, signal) =>
    (await api.get<{ data: Item & Publication }>(`${path}/${id}`, { signal, asStaff: true })).data
}

/** A record with all that its form shows, as a save left it; undefined when somebody has changed it since. Errors: ApiError. */
export async function fetchSaved<
  Item extends { id: string; version: number },
  Values extends FieldValues,
  Input,
>(kind: RecordKind<Item, Values, Input>, { id, version }: BatchRecord): Promise<Item | undefined> {
  const now = await kind.fetch(id, AbortSignal.timeout(limits.warningsWaitMs))
  return now.version === version ? now : undefined
}

/** Who may see a record, as every form shows it. Shape: the moment by the clock of Baghdad, '' for none. */
export interface PublicationValues {
  state: RecordState
  publishAt: string
}

/** A new record is for everybody unless said otherwise. */
const publicForm: PublicationValues = { state: 'published', publishAt: '' }

function publicationValuesOf({ state, publishAt }: Publication): PublicationValues {
  const isAwaited = state === 'scheduled' && publishAt !== null
  return { state, publishAt: isAwaited ? momentInBaghdad(new Date(publishAt)) : '' }
}

/** A new record as its form shows it. */
export function blankOf<Item extends { id: string; version: number }, Values extends FieldValues, Input>({
  blank,
}: RecordKind<Item, Values, Input>): Values & PublicationValues {
  return { ...blank, ...publicForm }
}

/** A record of the server as its form shows it. */
export function formValuesOf<Item extends { id: string; version: number }, Values extends FieldValues, Input>(
  kind: RecordKind<Item, Values, Input>,
  record: Item & Publication,
): Values & PublicationValues {
  return { ...kind.valuesOf(record), ...publicationValuesOf(record) }
}

/** What the add and the edit form of a kind have in common. */
export function formOptionsOf<
  Item extends { id: string; version: number },
  Values extends FieldValues,
  Input,
>(kind: RecordKind<Item, Values, Input>) {
  const { onTopOf } = kind
  return {
    schema: kind.schema,
    owner: { entity: kind.entity, names: kind.names },
    titleOf: kind.titleOf,
    listAddress: kind.listAddress,
    onTopOf:
      onTopOf &&
      ((now: Values & PublicationValues, chosen: Values & PublicationValues) => ({
        ...chosen,
        ...onTopOf(now, chosen),
      })),
    valuesOfCurrent(current: unknown): CurrentValues<Values & PublicationValues> | undefined {
      const { data } = kind.recordSchema.safeParse(current)
      const publication = publicationSchema.safeParse(current).data
      if (!data || !publication) return undefined
      return { id: data.id, values: formValuesOf(kind, { ...data, ...publication }), version: data.version }
    },
  }
}
