import { z } from 'zod'
import { usualPageShape } from '#contract/page-pictures.ts'
import type { PdfPages } from '#server/reading/page.types.ts'

/** What is known of a PDF before any of its pages is drawn. */
export const documentFactsSchema = z.object({
  pageCount: z.int().min(1),
  /** Pages of one shape that follow each other: how many, and their height. Units: thousandths of the width. */
  shapes: z.array(z.tuple([z.int().min(1), z.int().min(1)])),
  outline: z.array(z.object({ title: z.string(), page: z.int().min(1), level: z.int().min(0) })),
})
export type DocumentFacts = z.infer<typeof documentFactsSchema>

/** Shapes that differ by less look the same, and stay together. */
const step = 5

/** The shapes of all pages; one that cannot be told is taken for a page of A4. */
export function shapesOf(pages: Pick<PdfPages, 'sizeOf'>, pageCount: number): [number, number][] {
  const shapes: [number, number][] = []
  for (let page = 1; page <= pageCount; page += 1) {
    const shape = shapeOf(pages, page)
    const last = shapes.at(-1)
    if (last?.[1] === shape) last[0] += 1
    else shapes.push([1, shape])
  }
  return shapes
}

function shapeOf(pages: Pick<PdfPages, 'sizeOf'>, page: number): number {
  try {
    const { width, height } = pages.sizeOf(page)
    return Math.max(step, Math.round((height / width) * (1000 / step)) * step)
  } catch {
    return usualPageShape
  }
}
