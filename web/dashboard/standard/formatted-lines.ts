import { formatNumber } from '#contract/format.ts'
import { formattedTextSchema } from '#contract/resources/formatted-text.ts'
import type { TextBlock, TextPiece } from '#contract/resources/formatted-text.ts'

function piecesText(content: readonly TextPiece[] = []): string {
  return content
    .map(piece => {
      if (piece.type === 'hard_break') return '\n'
      const marks = piece.marks ?? []
      const link = marks.find(mark => mark.type === 'link')
      const words = marks.some(({ type }) => type === 'strong') ? `**${piece.text}**` : piece.text
      return link ? `${words} (${link.attrs.href})` : words
    })
    .join('')
}

function blockText(block: TextBlock): string {
  if (block.type === 'picture') return `[صورة: ${block.attrs.alt}]`
  if (block.type === 'paragraph') return piecesText(block.content)
  if (block.type === 'heading')
    return `${block.attrs.level === 2 ? 'عنوان' : 'عنوان فرعي'}: ${piecesText(block.content)}`
  const sign = (index: number) => (block.type === 'bullet_list' ? '•' : `${formatNumber(index + 1)}.`)
  return block.content
    .map((item, index) => `${sign(index)} ${piecesText(item.content[0].content)}`)
    .join('\n')
}

/** A formatted text as people compare it, its formats in words and signs; undefined for anything else. */
export function formattedLines(value: unknown): string | undefined {
  const { data } = formattedTextSchema.safeParse(value)
  return data?.content.map(blockText).join('\n')
}
