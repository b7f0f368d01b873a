import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { LinkUseInput, LoginInput, SetupInput, User } from '#contract/resources/account.ts'
import { api, ApiError, forgetCsrfToken, isApiError, messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'

/** The key under which the signed-in person is kept. */
export const sessionKey = ['me']

export type Session =
  | { status: 'loading' }
  /** `mustSetUpSecondFactor`: nothing else is open before that. */
  | { status: 'signed-in'; user: User; mustSetUpSecondFactor: boolean }
  /** `reason` is there when the check itself failed, so that the person knows it is not about their account. */
  | { status: 'signed-out'; reason: string | undefined }

interface UserAnswer {
  user?: User | null
  mustSetUpSecondFactor?: boolean
}

/** Who is signed in, as the query keeps it. */
export interface Signed {
  user: User
  mustSetUpSecondFactor: boolean
}

async function fetchSigned(): Promise<Signed | null> {
  try {
    const answer = await api.get<UserAnswer>(apiPaths.me, { isSignIn: true })
    return answer.user ? signedOf(answer) : null
  } catch (error) {
    if (isApiError(error) && error.status === 401) return null
    logFailure('The session check failed', error)
    throw error
  }
}

/** Who is signed in. A 401 is silently "nobody"; other failures are logged and also "nobody". Source: S1.3. */
export function useSession(): Session & { recheck: () => void } {
  const query = useQuery({
    queryKey: sessionKey,
    queryFn: fetchSigned,
    staleTime: Infinity,
    refetchOnReconnect: false,
    retry: false,
  })
  const recheck = () => void query.refetch()
  if (query.data) return { status: 'signed-in', ...query.data, recheck }
  if (query.isPending || (query.isError && query.isFetching)) return { status: 'loading', recheck }
  return { status: 'signed-out', reason: query.error ? messageOf(query.error) : undefined, recheck }
}

/** The signed-in person, handed down by the guard: it stays while the guard leads away from a screen. */
export const UserContext = createContext<User | undefined>(undefined)

/** The signed-in person. Errors: throws outside of the guarded screens. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser needs a guarded screen')
  return user
}

/** Id of the person who is signed in now, whichever screen asks; undefined when nobody is. */
export const signedInId = (queryClient: QueryClient): string | undefined =>
  queryClient.getQueryData<Signed | null>(sessionKey)?.user.id

function signedOf({ user, mustSetUpSecondFactor = false }: UserAnswer): Signed {
  if (!user) throw new ApiError('bad_answer', 'لم تصل بيانات المستخدم في رد الخادم.')
  return { user, mustSetUpSecondFactor }
}

/** What was fetched for whoever was signed in; the page of a link stays as it is. */
function isOfPerson([first]: readonly unknown[]): boolean {
  return first !== sessionKey[0] && first !== apiPaths.accountLinkLook
}

/** Sign-in, set-up and sign-out; each leaves the session up to date and drops the CSRF token that dies with it. */
export function useSessionActions() {
  const queryClient = useQueryClient()

  async function enter(answer: Promise<UserAnswer>): Promise<User> {
    try {
      const signed = signedOf(await answer)
      forgetCsrfToken()
      queryClient.setQueryData(sessionKey, signed)
      return signed.user
    } catch (error) {
      if (!isApiError(error) || error.code !== 'second_factor_needed') logFailure('The sign-in failed', error)
      throw error
    }
  }

  return {
    signIn: (input: LoginInput) => enter(api.post<UserAnswer>(apiPaths.login, input, { isSignIn: true })),
    signInByPasskey: (input: { response: AuthenticationResponseJSON }) =>
      enter(api.post<UserAnswer>(apiPaths.passkeyLogin, input, { isSignIn: true })),
    setUp: (input: SetupInput) => enter(api.post<UserAnswer>(apiPaths.setup, input, { isSignIn: true })),
    /** Sets the password that a link lets set. Shape: whether the person is signed in by that. */
    passLink: async (input: LinkUseInput): Promise<boolean> => {
      const answer = await api.post<UserAnswer>(apiPaths.accountLinkUse, input, { isSignIn: true })
      forgetCsrfToken()
      queryClient.removeQueries({ predicate: query => isOfPerson(query.queryKey) })
      queryClient.setQueryData(sessionKey, answer.user ? signedOf(answer) : null)
      return Boolean(answer.user)
    },
    signOut: async () => {
      await api.post(apiPaths.logout, {}, { isSignIn: true })
      forgetCsrfToken()
      queryClient.setQueryData(sessionKey, null)
      queryClient.removeQueries({ predicate: query => isOfPerson(query.queryKey) })
    },
    /** The person has changed themselves. */
    refresh: (user: User) =>
      queryClient.setQueryData<Signed | null>(sessionKey, before => before && { ...before, user }),
    /** What was to be done before anything else is done. */
    settle: () =>
      queryClient.setQueryData<Signed | null>(
        sessionKey,
        before => before && { ...before, mustSetUpSecondFactor: false },
      ),
    forget: () => queryClient.setQueryData(sessionKey, null),
  }
}
