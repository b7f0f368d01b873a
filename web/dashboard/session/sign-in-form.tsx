import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorCatalogue } from '#contract/errors.ts'
import { loginInputSchema } from '#contract/resources/account.ts'
import type { LoginInput, User } from '#contract/resources/account.ts'
import { isApiError } from '#web/api-client.ts'
import { Field } from '../fields/field.tsx'
import { contractResolver } from '../fields/contract-resolver.ts'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { EmailInput } from './email-input.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { PasswordInput } from './password-input.tsx'
import { useSessionActions } from './session.ts'

/** Only a lost line, a locked door or a broken server deserve other words than "check your e-mail and password". */
function signInMessage(error: unknown): string {
  if (isApiError(error) && error.code === 'wrong_code') return error.message
  const isOther =
    isApiError(error) && error.status !== 401 && error.status !== 422 && error.code !== 'bad_answer'
  return isOther ? error.message : errorCatalogue.wrong_credentials.message
}

interface SignInFormProps {
  email?: string
  onSignedIn: (user: User) => void
}

/** E-mail and password, and then a code where the person has a second step. Source: S1.1, S1.8. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const { signIn } = useSessionActions()
  const [failure, setFailure] = useState('')
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const { register, handleSubmit, formState } = useForm<LoginInput, unknown, LoginInput>({
    resolver: contractResolver(loginInputSchema),
    defaultValues: { email, password: '' },
  })

  const submit = handleSubmit(async input => {
    setFailure('')
    try {
      onSignedIn(await signIn(input))
    } catch (error) {
      if (isApiError(error) && error.code === 'second_factor_needed') setIsCodeAsked(true)
      else setFailure(signInMessage(error))
    }
  })

  return (
    <form className="stack" onSubmit={event => void submit(event)} noValidate>
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      <Field name="email" label="البريد الإلكتروني" error={formState.errors.email?.message}>
        {control => (
          <EmailInput
            {...control}
            {...register('email')}
            autoComplete="username webauthn"
            autoFocus={email === ''}
            required
          />
        )}
      </Field>
      <Field name="password" label="كلمة المرور" error={formState.errors.password?.message}>
        {control => (
          <PasswordInput
            {...control}
            {...register('password')}
            autoComplete="current-password"
            data-first-focus={email === '' ? undefined : true}
            required
          />
        )}
      </Field>
      {isCodeAsked ? (
        <CodeField
          error={formState.errors.code?.message}
          hint="من التطبيق في هاتفك، أو أحد رموز الاسترداد. وإن كان لك مفتاح مرور فادخل به من الزر أدناه، وإن ضاعت كلها فاسأل مديراً."
          register={register('code')}
        />
      ) : null}
      <Button
        type="submit"
        look="primary"
        icon={<LogIn aria-hidden />}
        busyLabel={formState.isSubmitting && 'جاري تسجيل الدخول...'}
      >
        تسجيل الدخول
      </Button>
      <PasskeySignIn onSignedIn={onSignedIn} onFailure={setFailure} />
    </form>
  )
}
