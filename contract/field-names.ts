import type { z } from 'zod'

/** What people call each field of a record, in the order of its form. */
export type FieldNames<Field extends string = string> = Readonly<Record<Field, string>>

/**
 * The same fields, each described by its name, as the document of the API tells it. A field without a name does not
 * compile.
 */
export function named<Shape extends Record<string, z.ZodType>>(
  names: FieldNames<keyof Shape & string>,
  shape: Shape,
): Shape {
  const described = Object.entries(shape).map(([field, schema]) => [
    field,
    schema.describe(names[field] ?? ''),
  ])
  return Object.fromEntries(described) as Shape
}

/** What people call that which the product gives every record by itself. */
export const stampNames = {
  createdAt: 'تاريخ الإضافة',
  updatedAt: 'تاريخ التعديل',
} as const satisfies FieldNames
