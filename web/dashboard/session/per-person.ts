import type { QueryClient } from '@tanstack/react-query'

/** One thing for each person who signs in here, made when it is first asked for; it outlives every screen. */
export function perPerson<Thing extends object>(
  make: (queryClient: QueryClient, userId: string) => Thing,
): (queryClient: QueryClient, userId: string) => Thing {
  const known = new WeakMap<QueryClient, Map<string, Thing>>()
  return (queryClient, userId) => {
    const own = known.get(queryClient) ?? new Map<string, Thing>()
    known.set(queryClient, own)
    const thing = own.get(userId) ?? make(queryClient, userId)
    own.set(userId, thing)
    return thing
  }
}
