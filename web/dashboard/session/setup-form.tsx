import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { setupInputSchema } from '#contract/resources/account.ts'
import type { SetupInput, User } from '#contract/resources/account.ts'
import { isApiError, messageOf } from '#web/api-client.ts'
import { contractResolver } from '../fields/contract-resolver.ts'
import { Field } from '../fields/field.tsx'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'
import { EmailInput } from './email-input.tsx'
import { PasswordInput } from './password-input.tsx'
import { useSessionActions } from './session.ts'
import { formatNumber } from '#contract/format.ts'

/** Creates the first administrator with the one-time link that the first start prints. */
export function SetupForm({ token, onSignedIn }: { token: string; onSignedIn: (user: User) => void }) {
  const { setUp } = useSessionActions()
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState, setError } = useForm<SetupInput, unknown, SetupInput>({
    resolver: contractResolver(setupInputSchema),
    defaultValues: { token, email: '', name: '', password: '' },
  })
  const { errors } = formState

  const submit = handleSubmit(async input => {
    setFailure('')
    try {
      onSignedIn(await setUp(input))
    } catch (error) {
      setFailure(messageOf(error))
      if (!isApiError(error)) return
      for (const name of ['email', 'name', 'password'] as const) {
        const message = error.fields[name]
        if (message) setError(name, { message })
      }
    }
  })

  return (
    <form className="stack" onSubmit={event => void submit(event)} noValidate>
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      <Field name="name" label="الاسم" error={errors.name?.message}>
        {control => (
          <input {...control} {...register('name')} className="input" autoComplete="name" autoFocus />
        )}
      </Field>
      <Field name="email" label="البريد الإلكتروني" error={errors.email?.message}>
        {control => <EmailInput {...control} {...register('email')} />}
      </Field>
      <Field
        name="password"
        label="كلمة المرور"
        hint={`${formatNumber(limits.minPasswordLength)} أحرف على الأقل`}
        error={errors.password?.message}
      >
        {control => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Button
        type="submit"
        look="primary"
        icon={<UserPlus aria-hidden />}
        busyLabel={formState.isSubmitting && 'جاري إنشاء الحساب...'}
      >
        إنشاء حساب المدير
      </Button>
    </form>
  )
}
