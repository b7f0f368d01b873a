import { auditFields } from '#contract/codes/audit.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { ownerOf } from '../kinds.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { compareFields, fieldLabel, fieldText } from '../standard/field-text.ts'

export interface FieldChange {
  field: string
  label: string
  before: string
  after: string
}

/** What the machinery keeps beside the fields that people fill in. */
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

/** The contents of the files of ours that a value names, in their order. */
function contentsOf(value: unknown): string[] {
  if (typeof value === 'string') return [sha256OfFileAddress(value) ?? []].flat()
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(contentsOf) : []
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
    .filter(field => !hiddenFields.has(field))
    .filter(field => JSON.stringify(oldData?.[field] ?? null) !== JSON.stringify(newData?.[field] ?? null))
    .toSorted(compareFields(owner))
    .map(field => ({
      field,
      label: fieldLabel(field, owner),
      before: fieldText(field, oldData?.[field], owner),
      after: fieldText(field, newData?.[field], owner),
    }))
    .flatMap(change => {
      const { field, before, after } = change
      if (before !== after) return [change]
      const [old, now] = [oldData, newData].map(data => contentsOf(data?.[field]).join())
      return old === now ? [] : [{ ...change, after: `${after} (ملف آخر بالاسم نفسه)` }]
    })
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

/** The fields that the log shows of each kind of record. Source: S8.3. */
export function factsOf({ entity, oldData, newData }: AuditEntry): { label: string; text: string }[] {
  const data = newData ?? oldData ?? {}
  const owner = ownerOf(entity)
  return auditFields[entity]
    .map(field => ({ label: fieldLabel(field, owner), text: fieldText(field, data[field], owner) }))
    .filter(fact => fact.text !== '')
}
