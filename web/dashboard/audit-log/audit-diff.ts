import { auditFields } from '#contract/codes/audit.ts'
import { formatDateTime } from '#contract/format.ts'
import { ownerOf } from '../kinds.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { compareFields, fieldLabel, fieldText, fieldTextsApart } from '../standard/field-text.ts'

export interface FieldChange {
  field: string
  label: string
  before: string
  after: string
}

/** What the machinery keeps beside the fields that people fill in, but for those that a kind has in its form. */
const hiddenFields = new Set([
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'searchText',
  'position',
  'passwordHash',
  'at',
])

/** A state whose content is what its form held: with its formats, where it has some. */
function withFormats(data: AuditEntry['newData'] | undefined): AuditEntry['newData'] {
  if (!data) return null
  const { formatted, ...rest } = data
  return formatted === null || formatted === undefined ? rest : { ...rest, content: formatted }
}

/** What an entry changed, field by field, as people read it. */
export function changesOf({
  entity,
  ...states
}: Pick<AuditEntry, 'entity' | 'oldData' | 'newData'>): FieldChange[] {
  const owner = ownerOf(entity)
  const [oldData, newData] = [states.oldData, states.newData].map(withFormats)
  const fields = [...new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])]
  return fields
    .filter(field => !hiddenFields.has(field) || field in (owner.names ?? {}))
    .filter(field => JSON.stringify(oldData?.[field] ?? null) !== JSON.stringify(newData?.[field] ?? null))
    .toSorted(compareFields(owner))
    .map(field => {
      const [before, after] = fieldTextsApart(field, [oldData?.[field], newData?.[field]], owner)
      return { field, label: fieldLabel(field, owner), before, after }
    })
    .filter(({ before, after }) => before !== after)
}

/** What differs between the states that two entries of a record left, from the older to the newer one. */
export function differenceOf([one, other]: [AuditEntry, AuditEntry]): {
  older: AuditEntry
  newer: AuditEntry
  changes: FieldChange[]
} {
  const [older, newer] = one.createdAt < other.createdAt ? [one, other] : [other, one]
  const changes = changesOf({ entity: newer.entity, oldData: older.newData, newData: newer.newData })
  return { older, newer, changes }
}

/** What two states are called, from the older to the newer one: by their times, and by their order within a minute. */
export function stateNames(older: AuditEntry, newer: AuditEntry): [older: string, newer: string] {
  const [before, after] = [formatDateTime(older.createdAt), formatDateTime(newer.createdAt)]
  return before === after ? [`الأقدم، ${before}`, `الأحدث، ${after}`] : [before, after]
}

/** The fields that the log shows of each kind of record. Source: S8.3. */
export function factsOf({ entity, oldData, newData }: AuditEntry): { label: string; text: string }[] {
  const data = newData ?? oldData ?? {}
  const owner = ownerOf(entity)
  return auditFields[entity]
    .map(field => ({ label: fieldLabel(field, owner), text: fieldText(field, data[field], owner) }))
    .filter(fact => fact.text !== '')
}
