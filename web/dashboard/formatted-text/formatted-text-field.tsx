import { useEffect, useState } from 'react'
import type { ComponentType, ComponentProps } from 'react'
import { useController } from 'react-hook-form'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { DamagedFile } from '#contract/resources/file.ts'
import { picturesOf, wordsIn } from '#contract/resources/formatted-text.ts'
import { Field } from '../fields/field.tsx'
import type { InputOf } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { DamageNote } from '../parts/damage.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { Skeleton } from '../parts/states.tsx'
import type { TextEditor } from './text-editor.tsx'
import { textValueOf } from './text-value.ts'
import type { TextValue } from './text-value.ts'

type Editor = ComponentType<ComponentProps<typeof TextEditor>>

const editorHeight = '18rem'

/** The editor, which is fetched when a text is first written. */
function useEditor(): { Editor: Editor | undefined; isMissing: boolean; again: () => void } {
  const [Editor, setEditor] = useState<Editor | undefined>()
  const [isMissing, setIsMissing] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isOver = false
    setIsMissing(false)
    import('./text-editor.tsx').then(
      loaded => isOver || setEditor(() => loaded.TextEditor),
      (error: unknown) => {
        logFailure('The editor of texts could not be loaded', error)
        if (!isOver) setIsMissing(true)
      },
    )
    return () => {
      isOver = true
    }
  }, [tries])
  return { Editor, isMissing, again: () => setTries(count => count + 1) }
}

interface FormattedTextFieldProps extends InputOf {
  hint?: string
  /** Files of the record that are damaged: pictures of the text may be among them. */
  damaged?: readonly DamagedFile[] | undefined
}

/** Those of the damaged pictures that stand in a text; what was uploaded again since, at `mended`, is sound. */
function damagedIn(
  value: TextValue,
  damaged: readonly DamagedFile[],
  mended: readonly string[],
): readonly DamagedFile[] {
  if (typeof value === 'string') return []
  const there = new Set(picturesOf(value).map(sha256OfFileAddress))
  const sound = new Set(mended.map(sha256OfFileAddress))
  return damaged.filter(({ url }) => {
    const content = sha256OfFileAddress(url)
    return there.has(content) && !sound.has(content)
  })
}

/** A text with headings, lists, links and pictures; a plain one can be written where the editor does not load. Source: S4.11. */
export function FormattedTextField({ name, label, hint, damaged = [] }: FormattedTextFieldProps) {
  const { field, fieldState } = useController({ name })
  const { Editor, isMissing, again } = useEditor()
  const value = textValueOf(field.value)
  const [mended, setMended] = useState<readonly string[]>([])
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message} className="field--wide">
      {control => {
        if (Editor)
          return (
            <>
              <DamageNote files={damagedIn(value, damaged, mended)} isInText />
              <Editor
                control={control}
                label={label}
                value={value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                onPicture={address => setMended(known => [...known, address])}
              />
            </>
          )
        if (!isMissing) return <Skeleton height={editorHeight} />
        return (
          <>
            <textarea
              {...control}
              className="input"
              rows={12}
              dir="auto"
              value={typeof value === 'string' ? value : wordsIn(value)}
              readOnly={typeof value !== 'string'}
              onChange={event => field.onChange(event.target.value)}
              onBlur={field.onBlur}
            />
            <p className="field__hint">
              لم تصل أدوات التنسيق.{' '}
              <Button look="quiet" onClick={again}>
                إعادة المحاولة
              </Button>
            </p>
          </>
        )
      }}
    </Field>
  )
}
