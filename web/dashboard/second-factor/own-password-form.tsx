import { FormProvider } from 'react-hook-form'
import { ownPasswordInputSchema } from '#contract/resources/second-factor.ts'
import type { OwnPasswordInput } from '#contract/resources/second-factor.ts'
import { PasswordField } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'
import { useSmallForm } from '../standard/use-small-form.ts'

interface OwnPasswordFormProps {
  text: string
  /** What the button says. */
  label: string
  look?: 'primary' | 'danger'
  send: (input: OwnPasswordInput) => Promise<void>
}

/** Asks for the own password before something about signing in is changed. */
export function OwnPasswordForm({ text, label, look = 'primary', send }: OwnPasswordFormProps) {
  const { form, failure, isSending, onSubmit } = useSmallForm<OwnPasswordInput, OwnPasswordInput>({
    schema: ownPasswordInputSchema,
    initial: { ownPassword: '' },
    send,
  })
  return (
    <FormProvider {...form}>
      <form className="stack" onSubmit={onSubmit} noValidate>
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        <p className="dialog__text">{text}</p>
        <PasswordField name="ownPassword" label="كلمة المرور الحالية" autoComplete="current-password" />
        <div className="row">
          <Button type="submit" look={look} busyLabel={isSending && 'جاري التحقق...'}>
            {label}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
