import { Bold, Heading2, Heading3, ImagePlus, Link, List, ListOrdered, Redo2, Undo2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import { Button, Toolbar, ToggleButton } from 'react-aria-components'
import { toggleHeading, toggleList, toggleStrong } from './commands.ts'
import type { Formats } from './commands.ts'

const toggles: readonly { name: keyof Formats; label: string; icon: LucideIcon; command: Command }[] = [
  { name: 'heading', label: 'عنوان', icon: Heading2, command: toggleHeading(2) },
  { name: 'subheading', label: 'عنوان فرعي', icon: Heading3, command: toggleHeading(3) },
  { name: 'strong', label: 'خط غامق', icon: Bold, command: toggleStrong },
  { name: 'bullets', label: 'قائمة بنقاط', icon: List, command: toggleList('bullets') },
  { name: 'numbers', label: 'قائمة بأرقام', icon: ListOrdered, command: toggleList('numbers') },
]

interface TextToolbarProps {
  label: string
  state: EditorState
  formats: Formats
  run: (command: Command) => void
  onLink: () => void
  onPicture: () => void
}

/** The buttons above a text: one stop of the Tab key, arrows go from one to the next. */
export function TextToolbar({ label, state, formats, run, onLink, onPicture }: TextToolbarProps) {
  return (
    <Toolbar className="text-tools" aria-label={label}>
      {toggles.map(({ name, label: text, icon: Icon, command }) => (
        <ToggleButton
          key={name}
          className="icon-button"
          aria-label={text}
          isSelected={formats[name]}
          onPress={() => run(command)}
        >
          <Icon aria-hidden />
        </ToggleButton>
      ))}
      <ToggleButton className="icon-button" aria-label="رابط" isSelected={formats.link} onPress={onLink}>
        <Link aria-hidden />
      </ToggleButton>
      <Button className="icon-button" aria-label="صورة في النص" onPress={onPicture}>
        <ImagePlus aria-hidden />
      </Button>
      <Button
        className="icon-button"
        aria-label="تراجع في النص"
        isDisabled={undoDepth(state) === 0}
        onPress={() => run(undo)}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        className="icon-button"
        aria-label="إعادة في النص"
        isDisabled={redoDepth(state) === 0}
        onPress={() => run(redo)}
      >
        <Redo2 aria-hidden />
      </Button>
    </Toolbar>
  )
}
