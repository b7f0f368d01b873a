import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { apiPaths } from '#contract/paths.ts'
import { api, ApiError, isApiError } from '#web/api-client.ts'

/** What devices and browsers answer in place of a key, as people understand it. */
const sentences: Partial<Record<string, string>> = {
  NotAllowedError: 'لم يكتمل الطلب: أُلغي أو انتهت مدته. أعد المحاولة حين تكون مستعداً لفتح قفل جهازك.',
  InvalidStateError: 'هذا الجهاز مسجل عندك من قبل. ادخل به، أو سجّل جهازاً آخر.',
  SecurityError: 'لا يقبل المتصفح مفاتيح المرور على هذا العنوان. افتح الموقع بعنوانه الأصلي (https).',
  NotSupportedError: 'لا يدعم هذا الجهاز مفاتيح المرور. جرّب هاتفك أو مفتاحاً يوصل بالجهاز.',
  ConstraintError: 'يحتاج مفتاح المرور إلى قفل على جهازك: رمز أو بصمة. فعّل القفل ثم أعد المحاولة.',
}

/* Browsers do not say whether the person did not want to or the device has no key: it may be lost. */
const noKeySentence =
  'لم يكتمل الدخول: أُلغي الطلب أو انتهت مدته، أو ليس لك مفتاح على هذا الجهاز. أعد المحاولة، أو ادخل بكلمة المرور ورمز استرداد؛ وإن ضاعت كلها فاسأل مديراً.'

/** The failure of a device or of a call, with a sentence to show. */
function failureOf(error: unknown, own: typeof sentences = {}): unknown {
  if (isApiError(error)) return error
  const name = error instanceof Error ? error.name : ''
  const message =
    own[name] ??
    sentences[name] ??
    'تعذر استعمال مفتاح المرور على هذا الجهاز. أعد المحاولة أو استعمل طريقة أخرى.'
  return new ApiError('cancelled', message, { cause: error })
}

/** True when another way in has taken the place of a question to the device that nobody has answered. */
export function isOvertaken(error: unknown): boolean {
  return (
    isApiError(error) && error.cause instanceof WebAuthnError && error.cause.code === 'ERROR_CEREMONY_ABORTED'
  )
}

/** Has the device make a key, once the password was right. Errors: ApiError. */
export async function makePasskey(ownPassword: string): Promise<RegistrationResponseJSON> {
  try {
    const options = await api.post<PublicKeyCredentialCreationOptionsJSON>(apiPaths.passkeyOptions, {
      ownPassword,
    })
    return await startRegistration({ optionsJSON: options })
  } catch (error) {
    throw failureOf(error)
  }
}

/**
 * Has the device sign for whoever unlocks it. `isOffered`: as one of the proposals under the field of the address, which waits
 * until somebody chooses it. With an ended `signal` the device is not asked. Errors: ApiError.
 */
export async function signByPasskey({
  isOffered,
  signal,
}: {
  isOffered: boolean
  signal?: AbortSignal
}): Promise<AuthenticationResponseJSON> {
  try {
    const options = await api.post<PublicKeyCredentialRequestOptionsJSON>(
      apiPaths.passkeyLoginOptions,
      undefined,
      {
        isSignIn: true,
      },
    )
    signal?.throwIfAborted()
    return await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffered })
  } catch (error) {
    throw failureOf(error, { NotAllowedError: noKeySentence })
  }
}
