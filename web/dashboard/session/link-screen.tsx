import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import { linkUseInputSchema } from '#contract/resources/account.ts'
import type { LinkOwner, LinkUseInput } from '#contract/resources/account.ts'
import { api, isFinalRefusal, messageOf } from '#web/api-client.ts'
import { Mark } from '#web/school/mark.tsx'
import { PasswordField } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { Banner, FullPageSpinner } from '../parts/states.tsx'
import { useSmallForm } from '../standard/use-small-form.ts'
import { EmailInput } from './email-input.tsx'
import { Field } from '../fields/field.tsx'
import { useSessionActions } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** `/super#link=…`: somebody who was invited, or has forgotten the password, sets the own one. Source: S1.11. */
export function LinkScreen({ token }: { token: string }) {
  const navigate = useNavigate()
  const [signInAs, setSignInAs] = useState<string | undefined>()
  usePageTitle('كلمة مرورك')
  const query = useQuery({
    queryKey: [apiPaths.accountLinkLook, token],
    queryFn: () => api.post<LinkOwner>(apiPaths.accountLinkLook, { token }, { isSignIn: true }),
    staleTime: Infinity,
    retry: false,
  })
  if (query.isPending) return <FullPageSpinner />
  const enter = () => void navigate(dashboardPaths.overview, { replace: true })
  return (
    <main className="login">
      <section className="login__card" aria-labelledby="login-title">
        <header className="login__header">
          <Mark />
          <h1 id="login-title">{query.data ? titleOf(query.data) : 'لا يعمل هذا الرابط'}</h1>
          {query.data && signInAs === undefined ? (
            <p>
              {query.data.isInvitation
                ? 'دُعيت إلى لوحة تحكم رافد. اختر كلمة مرور لحسابك لتدخل.'
                : 'اختر كلمة مرور جديدة لحسابك. تنتهي بها جلساتك على كل الأجهزة.'}
            </p>
          ) : null}
        </header>
        {query.error ? (
          <Banner
            tone="error"
            actions={
              isFinalRefusal(query.error) ? null : (
                <Button
                  onClick={() => void query.refetch()}
                  busyLabel={query.isFetching && 'جاري المحاولة...'}
                >
                  إعادة المحاولة
                </Button>
              )
            }
          >
            {messageOf(query.error)}
          </Banner>
        ) : null}
        {query.data && signInAs === undefined ? (
          <ChoosePassword token={token} owner={query.data} onSignedIn={enter} onSignIn={setSignInAs} />
        ) : null}
        {signInAs === undefined ? null : (
          <>
            <Banner tone="success">تغيرت كلمة مرورك. سجّل الدخول بها وبالخطوة الثانية.</Banner>
            <SignInForm email={signInAs} onSignedIn={enter} />
          </>
        )}
        <a className="login__back" href={query.error ? paths.login : paths.home}>
          {query.error ? 'تسجيل الدخول' : 'العودة إلى الموقع'}
        </a>
      </section>
    </main>
  )
}

function titleOf({ isInvitation }: LinkOwner): string {
  return isInvitation ? 'أهلاً بك في رافد' : 'كلمة مرور جديدة'
}

interface ChoosePasswordProps {
  token: string
  owner: LinkOwner
  onSignedIn: () => void
  /** The password is set, and a second step stands before the dashboard. */
  onSignIn: (email: string) => void
}

function ChoosePassword({ token, owner, onSignedIn, onSignIn }: ChoosePasswordProps) {
  const { passLink } = useSessionActions()
  const { form, failure, isSending, onSubmit } = useSmallForm<LinkUseInput, LinkUseInput>({
    schema: linkUseInputSchema,
    initial: { token, password: '' },
    send: async input => {
      if (await passLink(input)) onSignedIn()
      else onSignIn(owner.email)
    },
  })
  return (
    <FormProvider {...form}>
      <form className="stack" onSubmit={onSubmit} noValidate>
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        <Field name="email" label="البريد الإلكتروني" hint={`حساب ${owner.name}`}>
          {control => <EmailInput {...control} value={owner.email} readOnly />}
        </Field>
        <PasswordField
          name="password"
          label="كلمة المرور"
          hint={`${formatNumber(limits.minPasswordLength)} أحرف على الأقل: جملة قصيرة تتذكرها خير من كلمة معقدة.`}
        />
        <Button
          type="submit"
          look="primary"
          icon={<KeyRound aria-hidden />}
          busyLabel={isSending && 'جاري الحفظ...'}
        >
          حفظ والدخول
        </Button>
        <p className="muted">يعمل هذا الرابط مرة واحدة حتى {formatDateTime(owner.expiresAt)}.</p>
      </form>
    </FormProvider>
  )
}
