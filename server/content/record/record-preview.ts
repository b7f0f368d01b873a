import type { z } from 'zod'

/** A record as a form holds it, for the page that visitors would get. Source: S18.1. */
export interface RecordPreview {
  /** What a form of this kind sends. */
  input: z.ZodType
  /**
   * The service of the kind, to which the record is what the form holds; nothing is written. `id` names the record that the
   * form changes. Errors: `invalid_fields`.
   */
  draw(input: unknown, id: string | undefined): Promise<{ id: string; service: object }>
}

interface PreviewingService<Input> {
  preview(input: Input, id?: string): Promise<{ item: { id: string } }>
}

/** The preview of a kind whose page shows the record alone. */
export function previewOf<Schema extends z.ZodType>(
  input: Schema,
  service: PreviewingService<z.output<Schema>>,
): RecordPreview {
  return {
    input,
    async draw(given, id) {
      /* The route has read it by `input`. */
      const { item } = await service.preview(given as z.output<Schema>, id)
      return { id: item.id, service: { ...service, get: async () => item } }
    },
  }
}
