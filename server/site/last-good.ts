import type { PageCache, ReadyPage } from '#server/base/http/page-cache.ts'

/** How long a visitor waits for a page to be made anew of which there is a copy. */
const patienceMs = 2_000

const patience = () => new Promise<undefined>(resolve => setTimeout(resolve, patienceMs, undefined).unref())

/**
 * Makes a page anew of which there is a copy. Shape: undefined where the copy is to be sent: when it was made lately, could
 * not be made a moment ago, takes long or fails. What takes long goes on behind.
 */
export async function renewedSoon(
  cache: Pick<PageCache, 'isPaused' | 'isAged'>,
  key: string,
  make: () => Promise<ReadyPage>,
  onFailure: (error: unknown) => void,
): Promise<ReadyPage | undefined> {
  if (cache.isPaused(key)) return undefined
  const renewed = make().catch((error: unknown) => {
    onFailure(error)
    return undefined
  })
  return cache.isAged(key) ? undefined : Promise.race([renewed, patience()])
}
