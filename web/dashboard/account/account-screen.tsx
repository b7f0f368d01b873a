import { FileJson, KeyRound, Save } from 'lucide-react'
import { FormProvider } from 'react-hook-form'
import { Link } from 'react-router'
import { roleLabels } from '#contract/codes/roles.ts'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { nameInputSchema, passwordInputSchema } from '#contract/resources/account.ts'
import type { NameInput, PasswordInput, User } from '#contract/resources/account.ts'
import { api, forgetCsrfToken } from '#web/api-client.ts'
import { PasswordField, TextInput } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { Banner } from '../parts/states.tsx'
import { OwnPasskeys } from '../second-factor/own-passkeys.tsx'
import { OwnSecondFactor } from '../second-factor/own-second-factor.tsx'
import { useSessionActions, useUser } from '../session/session.ts'
import { useSmallForm } from '../standard/use-small-form.ts'
import { OwnSessions } from './own-sessions.tsx'

/** `/dashboard/account`: one's own name, password and sessions. */
export function AccountScreen() {
  const user = useUser()
  usePageTitle('حسابي')
  return (
    <section className="screen screen--form" aria-labelledby="screen-title">
      <header className="screen__header">
        <div>
          <h1 id="screen-title">حسابي</h1>
          <p className="screen__count">
            <bdi>{user.name}</bdi> · <bdi dir="ltr">{user.email}</bdi> · {roleLabels[user.role]}
          </p>
        </div>
      </header>
      <div className="stack">
        <NameForm />
        <PasswordForm />
        <OwnPasskeys />
        <OwnSecondFactor />
        <OwnSessions />
        <section className="card panel stack" aria-labelledby="api-title">
          <h2 className="panel__title" id="api-title">
            للمبرمجين
          </h2>
          <div className="row">
            <Link className="button" to={dashboardPaths.api}>
              <FileJson aria-hidden />
              <span>واجهة البرمجة</span>
            </Link>
          </div>
        </section>
      </div>
    </section>
  )
}

function NameForm() {
  const { name } = useUser()
  const { refresh } = useSessionActions()
  const { form, failure, isSending, onSubmit } = useSmallForm<NameInput, NameInput>({
    schema: nameInputSchema,
    initial: { name },
    send: async input => {
      const { user } = await api.put<{ user: User }>(apiPaths.me, input)
      refresh(user)
      form.reset({ name: user.name })
      notify('success', 'تغيّر اسمك.')
    },
  })
  return (
    <FormProvider {...form}>
      <form className="card panel stack" onSubmit={onSubmit} noValidate>
        <h2 className="panel__title">اسمي</h2>
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        <div className="form-grid">
          <TextInput
            name="name"
            label="الاسم"
            hint="يراه زملاؤك في لوحة التحكم."
            maxLength={limits.maxNameLength}
          />
        </div>
        <div className="row">
          <Button
            type="submit"
            look="primary"
            icon={<Save aria-hidden />}
            busyLabel={isSending && 'جاري الحفظ...'}
          >
            حفظ الاسم
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function PasswordForm() {
  const { forget } = useSessionActions()
  const { form, failure, isSending, onSubmit } = useSmallForm<PasswordInput, PasswordInput>({
    schema: passwordInputSchema,
    initial: { currentPassword: '', newPassword: '' },
    send: async input => {
      await api.put(apiPaths.password, input)
      forgetCsrfToken()
      notify('success', 'تغيرت كلمة المرور. سجّل الدخول بها من جديد.')
      forget()
    },
  })
  return (
    <FormProvider {...form}>
      <form className="card panel stack" onSubmit={onSubmit} noValidate data-shortcut="save">
        <h2 className="panel__title">تغيير كلمة المرور</h2>
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        <p className="muted">بعد التغيير تنتهي كل جلساتك، وتسجّل الدخول بكلمة المرور الجديدة.</p>
        <div className="form-grid">
          <PasswordField name="currentPassword" label="كلمة المرور الحالية" autoComplete="current-password" />
          <PasswordField
            name="newPassword"
            label="كلمة المرور الجديدة"
            hint={`${formatNumber(limits.minPasswordLength)} أحرف على الأقل`}
          />
        </div>
        <div className="row">
          <Button
            type="submit"
            look="primary"
            icon={<KeyRound aria-hidden />}
            busyLabel={isSending && 'جاري الحفظ...'}
          >
            تغيير كلمة المرور
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
