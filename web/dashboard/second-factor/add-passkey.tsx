import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { newPasskeyInputSchema } from '#contract/resources/passkey.ts'
import type { NewPasskey } from '#contract/resources/passkey.ts'
import { ownPasswordInputSchema } from '#contract/resources/second-factor.ts'
import { api } from '#web/api-client.ts'
import { PasswordField, TextInput } from '../fields/inputs.tsx'
import { deviceText } from '../parts/browser-text.ts'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'
import { useSmallForm } from '../standard/use-small-form.ts'
import { makePasskey } from './passkey-calls.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import type { SecondFactorSteps } from './recovery-code-list.tsx'

/* Not `name`: the person's own stands on the same screen, and the ids of controls come from their fields. */
const schema = ownPasswordInputSchema.extend({ passkeyName: newPasskeyInputSchema.shape.name })
type Values = z.infer<typeof schema>

/** Has the device make a passkey: its name and the password, the device's own question, the first recovery codes. */
export function AddPasskey({ onCodes, onDone }: SecondFactorSteps) {
  const [codes, setCodes] = useState<string[] | undefined>()
  const { form, failure, isSending, onSubmit } = useSmallForm<Values, Values>({
    schema,
    initial: { passkeyName: deviceText(navigator.userAgent), ownPassword: '' },
    send: async ({ passkeyName, ownPassword }) => {
      const response = await makePasskey(ownPassword)
      const made = await api.post<NewPasskey>(apiPaths.passkeys, {
        name: passkeyName,
        response,
      })
      if (made.recoveryCodes === undefined) return onDone()
      setCodes(made.recoveryCodes)
      onCodes?.()
    },
  })
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />
  return (
    <FormProvider {...form}>
      <form className="stack" onSubmit={onSubmit} noValidate>
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        <p className="dialog__text">
          يفتح مفتاح المرور حسابك ببصمتك أو وجهك أو رمز قفل جهازك، بلا كلمة مرور ولا رمز. لا يُنسخ ولا يُخمَّن.
        </p>
        <TextInput
          name="passkeyName"
          label="اسم المفتاح"
          hint="لتعرفه في القائمة، مثل: هاتفي."
          maxLength={limits.maxPasskeyNameLength}
        />
        <PasswordField name="ownPassword" label="كلمة المرور الحالية" autoComplete="current-password" />
        <div className="row">
          <Button
            type="submit"
            look="primary"
            icon={<Fingerprint aria-hidden />}
            busyLabel={isSending && 'بانتظار جهازك...'}
          >
            متابعة
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
