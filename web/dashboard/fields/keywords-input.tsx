import { X } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useController } from 'react-hook-form'
import { splitKeywords } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { controlId, Field } from './field.tsx'
import { firstMessage } from './first-message.ts'
import type { InputOf } from './inputs.tsx'

const separator = /[,،;؛\n\r]/

/** Keywords as chips: Enter, a comma of either kind, pasting a list or leaving the box adds them. */
export function KeywordsInput({ name, label }: InputOf) {
  const { field, fieldState } = useController({ name })
  const [text, setText] = useState('')
  const keywords: string[] = Array.isArray(field.value) ? field.value : []

  const add = (typed: string) => {
    setText('')
    const added = splitKeywords(typed)
    if (added.length > 0) field.onChange(splitKeywords([...keywords, ...added].join('\n')))
  }
  const remove = (keyword: string) => field.onChange(keywords.filter(other => other !== keyword))

  const removeChip = (keyword: string) => {
    remove(keyword)
    document.getElementById(controlId(name))?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '') {
      const last = keywords.at(-1)
      if (last !== undefined) remove(last)
    }
  }

  return (
    <Field
      name={name}
      label={label}
      hint="اكتب كلمة ثم اضغط Enter أو افصل بين الكلمات بفاصلة."
      error={firstMessage(fieldState.error)}
      className="field--wide"
    >
      {control => (
        <div className="chips-input">
          {keywords.length > 0 ? (
            <ul className="chips" aria-label="الكلمات المضافة">
              {keywords.map(keyword => (
                <li key={keyword} className="keyword">
                  <bdi>{keyword}</bdi>
                  <button
                    type="button"
                    aria-label={`حذف الكلمة ${keyword}`}
                    onClick={() => removeChip(keyword)}
                  >
                    <X aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <input
            {...control}
            ref={field.ref}
            className="chips-input__text"
            type="text"
            dir="auto"
            enterKeyHint="done"
            maxLength={limits.maxKeywordLength * limits.maxKeywords}
            value={text}
            onChange={event => {
              const typed = event.target.value
              if (separator.test(typed)) add(typed)
              else setText(typed)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              add(text)
              field.onBlur()
            }}
          />
        </div>
      )}
    </Field>
  )
}
