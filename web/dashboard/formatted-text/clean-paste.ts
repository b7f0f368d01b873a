import { withoutDirectionCharacters } from '#contract/fields.ts'

const withoutUse = 'script, meta, link, title, xml, template, iframe, object'
/* What Word puts before an item: a sign or a number, and blanks that stand for the indent. */
const itemSign = '[data-look*="mso-list"]'
const numbered = /^\s*[(]?(?:[\d\u0660-\u0669\u06F0-\u06F9]+|[a-zA-Z\u0621-\u064A])[.)\-\u2013]/
/* The signs of its fonts for dots count too. */
const dotted = /^\s*[\u00B7\u2022\u25CF\u25AA\u25E6o\u00A7\u00FC\u00D8\uF0B7\uF0A7\uF0FC-][\s\u00A0]+/
const numberSign = /^\s*[(]?(?:[\d\u0660-\u0669\u06F0-\u06F9]+|[a-zA-Z\u0621-\u064A])[.)\-\u2013][\s\u00A0]*/

/* The page forbids styles of its own in any document that it parses. */
function withoutStyles(html: string): string {
  return html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, tag => tag.replace(/\sstyle\s*=/gi, ' data-look='))
}

function removeComments(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  const comments: ChildNode[] = []
  while (walker.nextNode()) comments.push(walker.currentNode as ChildNode)
  for (const comment of comments) comment.remove()
}

/** The paragraphs that Word draws as a list, as a list. */
function listWordItems(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p[class*="MsoListParagraph"], p[data-look*="mso-list"]')) {
    const text = paragraph.textContent ?? ''
    const tag = numbered.test(text) ? 'ol' : 'ul'
    for (const sign of paragraph.querySelectorAll(itemSign)) sign.remove()
    const first = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode()
    if (first?.nodeValue) first.nodeValue = first.nodeValue.replace(tag === 'ol' ? numberSign : dotted, '')
    const item = paragraph.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    const before = paragraph.previousElementSibling
    if (before?.matches(`${tag}[data-word]`)) {
      before.append(item)
      paragraph.remove()
    } else {
      const list = paragraph.ownerDocument.createElement(tag)
      list.dataset.word = ''
      list.append(item)
      paragraph.replaceWith(list)
    }
  }
}

/** Words that are only drawn bold as bold words, and the other way round. */
function boldAsDrawn(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[data-look*="font-weight"]')) {
    const weight = /font-weight:\s*(\w+)/i.exec(element.dataset.look ?? '')?.[1] ?? ''
    const isBold = /^(?:bold(?:er)?|[6-9]00)$/i.test(weight)
    if (isBold && element.localName === 'span') {
      const strong = element.ownerDocument.createElement('strong')
      strong.append(...element.childNodes)
      element.replaceWith(strong)
    } else if (!isBold && element.matches('b, strong')) element.replaceWith(...element.childNodes)
  }
}

/** Lists in items as items after them: what is listed stays, its depth goes. */
function flattenLists(body: HTMLElement): void {
  for (const inner of [...body.querySelectorAll('li :is(ul, ol)')].reverse()) {
    const outer = inner.closest('li')
    if (outer) outer.after(...inner.children)
    inner.remove()
  }
}

/** Rows of tables as lines. */
function layOutTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const lines = [...table.rows].map(row => {
      const line = table.ownerDocument.createElement('p')
      line.textContent = [...row.cells]
        .map(cell => (cell.textContent ?? '').replace(/\s+/g, ' ').trim())
        .filter(Boolean)
        .join(' · ')
      return line
    })
    table.replaceWith(...lines)
  }
}

/** HTML of the clipboard, as Word, Telegram and web pages give it, without what only their own programs understand. */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(
    withoutStyles(withoutDirectionCharacters(html)),
    'text/html',
  )
  removeComments(body)
  for (const element of body.querySelectorAll(withoutUse)) element.remove()
  layOutTables(body)
  boldAsDrawn(body)
  listWordItems(body)
  flattenLists(body)
  for (const element of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if ((element.textContent ?? '').trim() === '' && !element.querySelector('img')) element.remove()
  return body.innerHTML
}
