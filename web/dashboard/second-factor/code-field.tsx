import { useEffect, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { secondFactorFields } from '#contract/resources/second-factor.ts'
import { Field } from '../fields/field.tsx'

interface CodeFieldProps {
  error: string | undefined
  hint: string
  register: UseFormRegisterReturn
}

/** A code of the second step, which telephones offer to fill in. It has the focus when it comes. */
export function CodeField({ error, hint, register: { ref, ...register } }: CodeFieldProps) {
  const input = useRef<HTMLInputElement | null>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <Field name={register.name} label={secondFactorFields.code} hint={hint} error={error}>
      {control => (
        <input
          {...control}
          {...register}
          ref={element => {
            input.current = element
            ref(element)
          }}
          className="input ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.maxSecondFactorCodeLength}
        />
      )}
    </Field>
  )
}
