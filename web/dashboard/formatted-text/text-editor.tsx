import 'prosemirror-view/style/prosemirror.css'
import { EditorState } from 'prosemirror-state'
import type { Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useRef, useState } from 'react'
import { Fragment, Slice } from 'prosemirror-model'
import { withoutDirectionCharacters } from '#contract/fields.ts'
import { cleanPaste } from './clean-paste.ts'
import { addPicture, formatsAt, linkAt, setLink, textPlugins } from './commands.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { nodeOf, valueOf } from './text-schema.ts'
import type { TextValue } from './text-value.ts'
import { TextToolbar } from './text-toolbar.tsx'

interface TextEditorProps {
  control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean
    'aria-required': boolean
  }
  label: string
  value: TextValue
  onChange: (value: TextValue) => void
  onBlur: () => void
  /** A picture was uploaded and stands in the text now. */
  onPicture: (address: string) => void
}

type OpenDialog = { name: 'link'; href: string } | { name: 'picture'; files: File[] }

function stateOf(value: TextValue): EditorState {
  return EditorState.create({ doc: nodeOf(value), plugins: textPlugins() })
}

/** A text that is written with headings, lists, links and pictures. Source: S4.11. */
export function TextEditor({ control, label, value, onChange, onBlur, onPicture }: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const known = useRef(value)
  const [state, setState] = useState(() => stateOf(value))
  const [dialog, setDialog] = useState<OpenDialog | undefined>()
  const given = useRef({ control, label, onChange, onBlur })
  given.current = { control, label, onChange, onBlur }

  useEffect(() => {
    if (!host.current) return
    const editor: EditorView = new EditorView(host.current, {
      state,
      attributes: () => attributesOf(given.current.control, given.current.label),
      transformPastedHTML: cleanPaste,
      /* Empty lines are part of a text. */
      clipboardTextParser: text => {
        const lines = withoutDirectionCharacters(text).replace(/\r\n?/g, '\n')
        return new Slice(Fragment.from(nodeOf(lines).content), 1, 1)
      },
      handlePaste(_, event) {
        const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
        if (files.length === 0 || event.clipboardData?.types.includes('text/html')) return false
        setDialog({ name: 'picture', files })
        return true
      },
      handleDOMEvents: { blur: () => given.current.onBlur() },
      dispatchTransaction(transaction) {
        /* The draft is another tab's for now. */
        if (transaction.docChanged && editor.dom.matches(':disabled *')) return
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (!transaction.docChanged) return
        known.current = valueOf(next.doc)
        given.current.onChange(known.current)
      },
    })
    view.current = editor
    return () => editor.destroy()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the editor is made once; what comes later is given to it
  }, [])

  useEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(known.current)) return
    known.current = value
    const next = stateOf(value)
    view.current?.updateState(next)
    setState(next)
  }, [value])

  const { id, 'aria-describedby': described, 'aria-invalid': isInvalid } = control
  useEffect(() => {
    view.current?.setProps({})
  }, [id, described, isInvalid])

  /* A dialog gives the focus back to the button that opened it. */
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !dialog) view.current?.focus()
    wasOpen.current = dialog !== undefined
  }, [dialog])

  const apply = (command: Command) =>
    view.current && command(view.current.state, view.current.dispatch, view.current)
  const run = (command: Command) => {
    apply(command)
    view.current?.focus()
  }
  const close = () => setDialog(undefined)
  return (
    <div className="text-editor">
      <TextToolbar
        label={`تنسيق ${label}`}
        state={state}
        formats={formatsAt(state)}
        run={run}
        onLink={() => setDialog({ name: 'link', href: String(linkAt(state)?.attrs.href ?? '') })}
        onPicture={() => setDialog({ name: 'picture', files: [] })}
      />
      <div ref={host} className="text-editor__page" />
      {dialog?.name === 'link' ? (
        <LinkDialog
          href={dialog.href}
          onClose={close}
          onChange={href => {
            setDialog(undefined)
            apply(setLink(href))
          }}
        />
      ) : null}
      {dialog?.name === 'picture' ? (
        <PictureDialog
          files={dialog.files}
          onClose={close}
          onAdd={picture => {
            setDialog(undefined)
            apply(addPicture(picture))
            onPicture(picture.src)
          }}
        />
      ) : null}
    </div>
  )
}

function attributesOf(control: TextEditorProps['control'], label: string): Record<string, string> {
  const {
    id,
    'aria-describedby': described,
    'aria-invalid': isInvalid,
    'aria-required': isRequired,
  } = control
  return {
    id,
    role: 'textbox',
    class: 'input is-formatted',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-invalid': String(isInvalid),
    'aria-required': String(isRequired),
    ...(described && { 'aria-describedby': described }),
  }
}
