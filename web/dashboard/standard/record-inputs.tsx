import { Fragment } from 'react'
import type { ReactNode } from 'react'
import type { FieldNames } from '#contract/field-names.ts'
import type { InputOf } from '../fields/inputs.tsx'
import { FormSection } from './staff-form.tsx'

function inOrder<Field extends string>(names: FieldNames<Field>): Field[] {
  return Object.keys(names) as Field[]
}

/** What the input of each field is told of it; `within` is the part of the form that they are in: `versions.0`. */
export function fieldsOf<Field extends string>(
  names: FieldNames<Field>,
  within?: string,
): Record<Field, InputOf> {
  const path = (field: string) => (within === undefined ? field : `${within}.${field}`)
  const fields = inOrder(names).map(field => [field, { name: path(field), label: names[field] }])
  return Object.fromEntries(fields) as Record<Field, InputOf>
}

interface FieldInputsProps<Field extends string> {
  /** The names that the contract gives the fields, in the order of the form. */
  names: FieldNames<Field>
  /** An input for each field: one that is left out does not compile. */
  inputs: Readonly<Record<NoInfer<Field>, ReactNode>>
}

/** The inputs of a record in the order of its names. */
export function FieldInputs<Field extends string>({ names, inputs }: FieldInputsProps<Field>) {
  return inOrder(names).map(field => <Fragment key={field}>{inputs[field]}</Fragment>)
}

interface Section<Field extends string> {
  title: string
  hint?: string
  /** The field that it begins with; it ends where the next one begins. The first one has what stands before, too. */
  from: Field
  /** What stands between it and the next one. */
  after?: ReactNode
}

interface RecordInputsProps<Field extends string> extends FieldInputsProps<Field> {
  /** In the order of the names. */
  sections: readonly Section<NoInfer<Field>>[]
}

/** The inputs of a record in the order of its names, in sections. */
export function RecordInputs<Field extends string>({ names, inputs, sections }: RecordInputsProps<Field>) {
  const fields = inOrder(names)
  const startOf = (section: number) => {
    const from = sections[section]?.from
    return section === 0 ? 0 : from === undefined ? fields.length : fields.indexOf(from)
  }
  return sections.map(({ title, hint, after }, index) => {
    const own = fields.slice(startOf(index), startOf(index + 1))
    return (
      <Fragment key={title}>
        <FormSection title={title} hint={hint}>
          {own.map(field => (
            <Fragment key={field}>{inputs[field]}</Fragment>
          ))}
        </FormSection>
        {after}
      </Fragment>
    )
  })
}
