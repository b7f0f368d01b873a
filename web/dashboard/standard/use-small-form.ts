import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type { ZodType } from 'zod'
import { isApiError, messageOf } from '#web/api-client.ts'
import { contractResolver } from '../fields/contract-resolver.ts'

interface SmallFormOptions<Values extends FieldValues, Output> {
  schema: ZodType<Output>
  initial: Values
  send: (input: Output) => Promise<void>
}

/** A form of a dialog: checks, one send, messages beside the fields. Long forms use `useRecordForm`. */
export function useSmallForm<Values extends FieldValues, Output>({
  schema,
  initial,
  send,
}: SmallFormOptions<Values, Output>) {
  const [failure, setFailure] = useState('')
  const form = useForm<Values, unknown, Output>({
    resolver: contractResolver<Values, Output>(schema),
    defaultValues: initial as DefaultValues<Values>,
  })
  const submit = form.handleSubmit(async input => {
    setFailure('')
    try {
      await send(input)
    } catch (error) {
      setFailure(messageOf(error))
      if (!isApiError(error)) return
      for (const [name, message] of Object.entries(error.fields))
        form.setError(name as Path<Values>, { type: 'server', message })
    }
  })
  return {
    form,
    failure,
    isSending: form.formState.isSubmitting,
    onSubmit: (event: React.FormEvent) => {
      event.preventDefault()
      if (!form.formState.isSubmitting) void submit(event)
    },
  }
}
