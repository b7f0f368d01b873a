import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Mark } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Plugin } from 'prosemirror-state'
import type { FormattedText } from '#contract/resources/formatted-text.ts'
import { textSchema } from './text-schema.ts'

const { nodes, marks } = textSchema

type PictureAttributes = Extract<FormattedText['content'][number], { type: 'picture' }>['attrs']

/** The link at the selection, if there is one. */
export function linkAt({ selection, doc }: EditorState): Mark | undefined {
  const { $from, from, to, empty } = selection
  if (empty) return marks.link.isInSet($from.marks())
  let found: Mark | undefined
  doc.nodesBetween(from, to, node => {
    found ??= marks.link.isInSet(node.marks)
  })
  return found
}

/** What holds at the selection, as the buttons of the editor show it. */
export function formatsAt(state: EditorState) {
  const { $from, from, to, empty } = state.selection
  const parent = $from.parent
  const list = $from.depth >= 2 ? $from.node($from.depth - 2).type : undefined
  return {
    heading: parent.type === nodes.heading && parent.attrs.level === 2,
    subheading: parent.type === nodes.heading && parent.attrs.level === 3,
    strong: empty
      ? marks.strong.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, marks.strong),
    bullets: list === nodes.bullet_list,
    numbers: list === nodes.ordered_list,
    link: linkAt(state) !== undefined,
  }
}
export type Formats = ReturnType<typeof formatsAt>

/** Makes a heading of the selected lines, or lines of headings of that level. */
export function toggleHeading(level: 2 | 3): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const isOn = $from.parent.type === nodes.heading && $from.parent.attrs.level === level
    return isOn
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch)
  }
}

export const toggleStrong = toggleMark(marks.strong)

/** Makes a list of the selected lines, or lines of a list; a list of the other kind changes its kind. */
export function toggleList(kind: 'bullets' | 'numbers'): Command {
  const type = kind === 'bullets' ? nodes.bullet_list : nodes.ordered_list
  return (state, dispatch) => {
    const { $from } = state.selection
    const list = $from.depth >= 2 ? $from.node($from.depth - 2) : undefined
    if (list?.type === type) return liftListItem(nodes.list_item)(state, dispatch)
    if (list?.type === nodes.bullet_list || list?.type === nodes.ordered_list) {
      dispatch?.(state.tr.setNodeMarkup($from.before($from.depth - 2), type))
      return true
    }
    if ($from.parent.type === nodes.heading) return false
    return wrapInList(type)(state, dispatch)
  }
}

/** The ends of the link at the selection; of a bare cursor, of the whole link around it. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { $from, from, to, empty } = state.selection
  const mark = linkAt(state)
  if (!empty || !mark) return { from, to }
  let start = $from.start()
  let end = start
  /* A link that is bold in part is several pieces. */
  let since: number | undefined
  $from.parent.forEach((node, offset) => {
    const at = $from.start() + offset
    if (!mark.isInSet(node.marks)) {
      since = undefined
      return
    }
    since ??= at
    if (since <= from && from <= at + node.nodeSize) [start, end] = [since, at + node.nodeSize]
    else if (start === since) end = at + node.nodeSize
  })
  return { from: start, to: end }
}

/** Makes a link of the selected words, or writes the address where none are selected; '' takes the link away. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to } = linkRange(state)
    const { tr } = state
    if (href === '') tr.removeMark(from, to, marks.link)
    else if (from === to) tr.replaceSelectionWith(textSchema.text(href, [marks.link.create({ href })]), false)
    else tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Puts a picture after the line of the cursor. */
export function addPicture(attributes: PictureAttributes): Command {
  return (state, dispatch) => {
    const { $to } = state.selection
    const place = $to.depth === 0 ? $to.pos : $to.after(1)
    const isLast = place === state.doc.content.size
    const tr = state.tr.insert(place, nodes.picture.create(attributes))
    if (isLast) tr.insert(tr.doc.content.size, nodes.paragraph.create())
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

/** What keys do in the editor; Tab and Ctrl+K stay those of the screen. */
export function textPlugins(): Plugin[] {
  return [
    history(),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': toggleStrong,
      'Mod-Alt-2': toggleHeading(2),
      'Mod-Alt-3': toggleHeading(3),
      'Mod-Shift-8': toggleList('bullets'),
      'Mod-Shift-7': toggleList('numbers'),
      Enter: splitListItem(nodes.list_item),
      'Shift-Enter': chainCommands(exitCode, lineBreak),
    }),
    keymap({ Backspace: liftAtStart }),
    keymap(baseKeymap),
  ]
}

/* At the beginning of an item or a heading: it becomes a line first. */
function liftAtStart(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  if ($from.parent.type === nodes.heading) return setBlockType(nodes.paragraph)(state, dispatch)
  return liftListItem(nodes.list_item)(state, dispatch)
}
