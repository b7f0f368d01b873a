import { useEffect, useState } from 'react'
import type { ComponentType, ComponentProps } from 'react'
import { useController } from 'react-hook-form'
import { wordsIn } from '#contract/resources/formatted-text.ts'
import { Field } from '../fields/field.tsx'
import type { InputOf } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { Skeleton } from '../parts/states.tsx'
import type { TextEditor } from './text-editor.tsx'
import { textValueOf } from './text-value.ts'

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
}

/** A text with headings, lists, links and pictures; a plain one can be written where the editor does not load. Source: S4.11. */
export function FormattedTextField({ name, label, hint }: FormattedTextFieldProps) {
  const { field, fieldState } = useController({ name })
  const { Editor, isMissing, again } = useEditor()
  const value = textValueOf(field.value)
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message} className="field--wide">
      {control => {
        if (Editor)
          return (
            <Editor
              control={control}
              label={label}
              value={value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
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
