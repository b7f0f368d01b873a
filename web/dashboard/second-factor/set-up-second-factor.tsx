import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { codeInputSchema } from '#contract/resources/second-factor.ts'
import type { CodeInput, RecoveryCodes, SecondFactorSetup } from '#contract/resources/second-factor.ts'
import { api } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'
import { useSmallForm } from '../standard/use-small-form.ts'
import { CodeField } from './code-field.tsx'
import { OwnPasswordForm } from './own-password-form.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import type { SecondFactorSteps } from './recovery-code-list.tsx'

/** Leads through it: the password, the picture for the telephone with a first code, the recovery codes. */
export function SetUpSecondFactor({ onCodes, onDone }: SecondFactorSteps) {
  const [setup, setSetup] = useState<SecondFactorSetup | undefined>()
  const [codes, setCodes] = useState<string[] | undefined>()
  const show = (made: string[]) => {
    setCodes(made)
    onCodes?.()
  }
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />
  if (setup) return <ConfirmForm setup={setup} onConfirmed={show} />
  return (
    <OwnPasswordForm
      text="تحتاج تطبيق مصادقة في هاتفك، مثل Google Authenticator أو Aegis. أكّد كلمة مرورك لتبدأ."
      label="متابعة"
      send={async input => setSetup(await api.post<SecondFactorSetup>(apiPaths.secondFactor, input))}
    />
  )
}

interface ConfirmFormProps {
  setup: SecondFactorSetup
  onConfirmed: (codes: string[]) => void
}

function ConfirmForm({ setup: { secret, address, picture }, onConfirmed }: ConfirmFormProps) {
  const { form, failure, isSending, onSubmit } = useSmallForm<CodeInput, CodeInput>({
    schema: codeInputSchema,
    initial: { code: '' },
    send: async input => {
      const { recoveryCodes } = await api.put<RecoveryCodes>(apiPaths.secondFactor, input, { isSignIn: true })
      onConfirmed(recoveryCodes)
    },
  })
  return (
    <form className="stack" onSubmit={onSubmit} noValidate>
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      <p>امسح الصورة بتطبيق المصادقة، أو افتح الرابط على الهاتف نفسه، ثم اكتب الرمز الذي يظهر فيه.</p>
      <svg
        className="second-factor__picture"
        role="img"
        aria-label="صورة لتطبيق المصادقة"
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        shapeRendering="crispEdges"
      >
        <path d={picture.path} />
      </svg>
      <p className="muted">
        <a href={address}>افتح في تطبيق المصادقة</a> أو اكتب المفتاح فيه:{' '}
        <code className="second-factor__secret" dir="ltr">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <CodeField
        error={form.formState.errors.code?.message}
        hint="ستة أرقام تتغير كل نصف دقيقة."
        register={form.register('code')}
      />
      <div className="row">
        <Button
          type="submit"
          look="primary"
          icon={<ShieldCheck aria-hidden />}
          busyLabel={isSending && 'جاري التحقق...'}
        >
          تفعيل
        </Button>
      </div>
    </form>
  )
}
