import { Schema } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { isSafeAddress } from '#contract/fields.ts'
import { imageSources } from '#contract/resources/file.ts'
import { isPlain, wordsIn } from '#contract/resources/formatted-text.ts'
import type { FormattedText } from '#contract/resources/formatted-text.ts'
import { logFailure } from '../parts/log-failure.ts'
import type { TextValue } from './text-value.ts'

const pictureWidthPx = 640

function sizeOf(value: string | null): number | null {
  const size = Math.round(Number(value))
  return size > 0 ? size : null
}

/** What a formatted text is made of, as the contract has it; whatever else is pasted becomes its words. */
export const textSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [
        ...['h1', 'h2'].map(tag => ({ tag, attrs: { level: 2 } })),
        ...['h3', 'h4', 'h5', 'h6'].map(tag => ({ tag, attrs: { level: 3 } })),
      ],
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    },
    list_item: {
      content: 'paragraph',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    picture: {
      group: 'block',
      draggable: true,
      attrs: { src: {}, alt: { default: '' }, width: { default: null }, height: { default: null } },
      parseDOM: [
        {
          tag: 'img[data-address]',
          getAttrs: image => {
            const src = image.dataset.address ?? ''
            if (sha256OfFileAddress(src) === undefined) return false
            const [width, height] = [
              sizeOf(image.getAttribute('width')),
              sizeOf(image.getAttribute('height')),
            ]
            return { src, alt: image.getAttribute('alt') ?? '', width, height }
          },
        },
      ],
      toDOM: ({ attrs: { src, alt, width, height } }) => [
        'img',
        {
          src: imageSources({ url: src, width, height }, pictureWidthPx).src,
          'data-address': src,
          alt,
          width,
          height,
        },
      ],
    },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: link => {
            const href = link.getAttribute('href') ?? ''
            return isSafeAddress(href) ? { href } : false
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href, rel: 'noopener' }, 0],
    },
    strong: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: () => ['strong', 0],
    },
  },
})

function knownNode(text: FormattedText): Node | undefined {
  try {
    const node = textSchema.nodeFromJSON(text)
    node.check()
    return node
  } catch (error) {
    logFailure('A text could not be opened with its formats', error)
    return undefined
  }
}

/**
 * A content as the editor holds it; a plain text has a paragraph for each line. What this release does not know, as
 * in the draft of a newer one, is its words.
 */
export function nodeOf(value: TextValue): Node {
  const known = typeof value === 'object' ? knownNode(value) : undefined
  if (known) return known
  const lines = (typeof value === 'object' ? wordsIn(value) : value)
    .split('\n')
    .map(line => textSchema.node('paragraph', null, line ? textSchema.text(line) : []))
  return textSchema.node('doc', null, lines)
}

function lineOf(paragraph: Node): string {
  return paragraph.textBetween(0, paragraph.content.size, undefined, '\n')
}

/** What the editor holds as a form keeps it: a text as long as nothing in it is formatted. */
export function valueOf(node: Node): TextValue {
  const text = node.toJSON() as FormattedText
  return isPlain(text) ? node.children.map(lineOf).join('\n') : text
}
