import { z } from 'zod'
import { isSafeAddress, isStorableText, withoutDirectionCharacters } from '../fields.ts'
import { limits } from '../limits.ts'
import { sha256OfFileAddress } from '../paths.ts'

const words = (max: number, tooLong?: string) =>
  z
    .string()
    .overwrite(withoutDirectionCharacters)
    .max(max, tooLong)
    .refine(isStorableText, { error: 'المحتوى يحتوي على رموز غير مقبولة' })

const badLink = 'في النص رابط غير صالح'
const badPicture = 'في النص صورة ليست مرفوعة هنا'

const markSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('strong') }),
  z.object({
    type: z.literal('link'),
    attrs: z.object({
      href: words(limits.maxLinkLength, badLink).refine(isSafeAddress, { error: badLink }),
    }),
  }),
])

const inlineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: words(limits.maxContentLength),
    marks: z.array(markSchema).max(2).optional(),
  }),
  z.object({ type: z.literal('hard_break') }),
])
export type TextPiece = z.infer<typeof inlineSchema>

/* A name that is copied brings characters around it that turn a direction; alone in a piece they leave it empty. */
const pieces = z
  .array(inlineSchema)
  .max(limits.maxTextPieces)
  .overwrite(all => all.filter(piece => piece.type !== 'text' || piece.text !== ''))
  .optional()
const paragraphSchema = z.object({ type: z.literal('paragraph'), content: pieces })
const itemSchema = z.object({ type: z.literal('list_item'), content: z.tuple([paragraphSchema]) })
const items = z.array(itemSchema).min(1).max(limits.maxTextBlocks)
const size = z.int().min(1).max(limits.maxTextPicturePx).nullable()

function isFilePath(address: string): boolean {
  return address.startsWith('/') && isSafeAddress(address) && sha256OfFileAddress(address) !== undefined
}

const blockSchema = z.discriminatedUnion('type', [
  paragraphSchema,
  z.object({
    type: z.literal('heading'),
    attrs: z.object({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: pieces,
  }),
  z.object({ type: z.literal('bullet_list'), content: items }),
  z.object({ type: z.literal('ordered_list'), content: items }),
  z.object({
    type: z.literal('picture'),
    attrs: z.object({
      /** The path of a file of ours. */
      src: words(limits.maxLinkLength, badPicture).refine(isFilePath, { error: badPicture }),
      alt: words(limits.maxTitleLength, 'وصف صورة في النص أطول من المسموح'),
      width: size,
      height: size,
    }),
  }),
])
export type TextBlock = z.infer<typeof blockSchema>

/** A text with headings, lists, links and pictures. Shape: blocks in their order, as the editor of staff writes them. */
export const formattedTextSchema = z.object({
  type: z.literal('doc'),
  content: z.array(blockSchema).min(1).max(limits.maxTextBlocks),
})
export type FormattedText = z.infer<typeof formattedTextSchema>

const hasBlocks = z.looseObject({
  type: z.literal('doc'),
  content: z.array(z.looseObject({ type: z.string() })),
})

/** A text as it is kept and sent: whatever was accepted once, also under rules of another release. Shape: as `formattedTextSchema`. */
export const keptTextSchema = z
  .custom<FormattedText>(value => hasBlocks.safeParse(value).success)
  .meta({ type: 'object', description: 'A text with headings, lists, links and pictures.' })

function wordsOf(content: readonly TextPiece[] = []): string {
  return content.map(piece => (piece.type === 'text' ? piece.text : '\n')).join('')
}

function linesOf(block: TextBlock): string[] {
  if (block.type === 'picture') return block.attrs.alt === '' ? [] : [block.attrs.alt]
  if (block.type === 'paragraph' || block.type === 'heading') return [wordsOf(block.content)]
  return block.content.map(item => wordsOf(item.content[0].content))
}

/** The words of a formatted text alone, a line for each block. */
export function plainTextOf({ content }: FormattedText): string {
  return content.flatMap(linesOf).join('\n').trim()
}

/** The words in a text of any shape, also one that this release does not know: a line for each block that has some. */
export function wordsIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  if ('text' in value && typeof value.text === 'string') return value.text
  if ('type' in value && value.type === 'hard_break') return '\n'
  if (!('content' in value) || !Array.isArray(value.content)) return ''
  const parts: unknown[] = value.content
  const hasPieces = parts.some(part => typeof part === 'object' && part !== null && 'text' in part)
  return hasPieces ? parts.map(wordsIn).join('') : parts.map(wordsIn).filter(Boolean).join('\n')
}

const anyPieces = z
  .array(
    z.union([
      z.looseObject({
        type: z.literal('text'),
        text: z.string(),
        marks: z
          .array(
            z.union([
              z.object({ type: z.literal('link'), attrs: z.looseObject({ href: z.string() }) }),
              z.looseObject({ type: z.string() }).refine(({ type }) => type !== 'link'),
            ]),
          )
          .optional(),
      }),
      z.looseObject({ type: z.string() }).refine(({ type }) => type !== 'text'),
    ]),
  )
  .optional()
const anyLine = { type: z.literal('paragraph'), content: anyPieces }
const drawnSchema = z.discriminatedUnion('type', [
  z.looseObject(anyLine),
  z.looseObject({
    type: z.literal('heading'),
    attrs: z.looseObject({ level: z.number() }),
    content: anyPieces,
  }),
  z.looseObject({
    type: z.literal(['bullet_list', 'ordered_list']),
    content: z.array(z.looseObject({ content: z.tuple([z.looseObject(anyLine)]) })),
  }),
  z.looseObject({
    type: z.literal('picture'),
    attrs: z.looseObject({ src: z.string(), alt: z.string() }),
  }),
])

/** The blocks of a kept text as this release draws them; one of a shape that it does not know is a line of its words. */
export function drawnBlocksOf({ content }: FormattedText): TextBlock[] {
  return content.flatMap((block): TextBlock[] => {
    if (drawnSchema.safeParse(block).success) return [block]
    const text = wordsIn(block)
    return text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }]
  })
}

/** Whether nothing of a text is formatted: it says no more than its words do. */
export function isPlain({ content }: FormattedText): boolean {
  return content.every(
    block =>
      block.type === 'paragraph' &&
      (block.content ?? []).every(piece => piece.type !== 'text' || (piece.marks ?? []).length === 0),
  )
}

/** The addresses of the pictures that stand in a text. */
export function picturesOf({ content }: FormattedText): string[] {
  return content.flatMap(block => (block.type === 'picture' ? block.attrs.src : []))
}
