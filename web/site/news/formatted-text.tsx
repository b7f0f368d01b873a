import { ImageIcon } from 'lucide-react'
import { isSafeAddress } from '#contract/fields.ts'
import { drawnBlocksOf, wordsIn } from '#contract/resources/formatted-text.ts'
import type { FormattedText, TextBlock, TextPiece } from '#contract/resources/formatted-text.ts'
import { Picture } from '#web/school/picture.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'

const pictureWidthPx = 960
const emptyRoomPx = { width: 960, height: 540 }

interface FormattedTextProps {
  text: FormattedText
  /** The visitor saves data: pictures are links. */
  isLight: boolean
}

/** A text with its headings, lists, links and pictures; lines without words are room between those that have some. */
export function FormattedTextView({ text, isLight }: FormattedTextProps) {
  const all = drawnBlocksOf(text)
  const first = all.findIndex(block => !isEmptyLine(block))
  const last = all.findLastIndex(block => !isEmptyLine(block))
  const blocks = all.slice(Math.max(first, 0), last + 1)
  const heading = blocks.findIndex(
    block => block.type === 'heading' && block.attrs.level === 2 && wordsIn(block) !== '',
  )
  return blocks.map((block, index) => (
    <Block key={index} block={block} isLight={isLight} isUnderHeading={heading !== -1 && heading < index} />
  ))
}

function isEmptyLine(block: TextBlock): boolean {
  return block.type === 'paragraph' && (block.content ?? []).length === 0
}

interface BlockProps {
  block: TextBlock
  isLight: boolean
  /** A heading stands above it; without one a smaller heading is a heading, as no level is left out. */
  isUnderHeading: boolean
}

function Block({ block, isLight, isUnderHeading }: BlockProps) {
  if (block.type === 'picture') return <TextPicture {...block.attrs} isLight={isLight} />
  if (block.type === 'bullet_list' || block.type === 'ordered_list') {
    const List = block.type === 'bullet_list' ? 'ul' : 'ol'
    return (
      <List>
        {block.content.map((item, index) => (
          <li key={index}>
            <Pieces of={item.content[0].content} />
          </li>
        ))}
      </List>
    )
  }
  if (isEmptyLine(block)) {
    return (
      <p aria-hidden="true">
        <br />
      </p>
    )
  }
  if ((block.content ?? []).length === 0) return null
  const Heading = block.type === 'heading' && block.attrs.level === 3 && isUnderHeading ? 'h3' : 'h2'
  const Tag = block.type === 'paragraph' ? 'p' : Heading
  return (
    <Tag>
      <Pieces of={block.content} />
    </Tag>
  )
}

function Pieces({ of = [] }: { of: readonly TextPiece[] | undefined }) {
  return of.map((piece, index) => <Piece key={index} piece={piece} />)
}

function Piece({ piece }: { piece: TextPiece }) {
  if (piece.type === 'hard_break') return <br />
  if (piece.type !== 'text') return wordsIn(piece)
  const marks = piece.marks ?? []
  const link = marks.find(mark => mark.type === 'link')
  const words =
    link && isSafeAddress(link.attrs.href) ? (
      <a href={link.attrs.href} rel="noopener nofollow" target="_blank">
        {piece.text}
      </a>
    ) : (
      <LinkedText text={piece.text} />
    )
  return marks.some(({ type }) => type === 'strong') ? <strong>{words}</strong> : words
}

type TextPictureProps = Extract<TextBlock, { type: 'picture' }>['attrs'] & { isLight: boolean }

function TextPicture({ src, alt, width, height, isLight }: TextPictureProps) {
  if (isLight) {
    return (
      <a className="button is-quiet" href={src}>
        <ImageIcon aria-hidden="true" />
        {alt || 'عرض الصورة'}
      </a>
    )
  }
  return (
    <figure>
      <Picture
        image={{ url: src, width, height }}
        alt={alt}
        width={Math.min(width ?? emptyRoomPx.width, pictureWidthPx)}
        height={height ?? emptyRoomPx.height}
        sizes="(max-width: 52rem) 100vw, 52rem"
      />
    </figure>
  )
}
