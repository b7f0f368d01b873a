import { kindNames, kinds, type FeedName, type KindList } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { AtomFeed } from './atom.ts'

const everything = {
  title: 'رافد: جديد الموقع',
  subtitle: 'كل جديد: الأخبار والكتب والملازم والأسئلة الوزارية والنتائج.',
  pagePath: paths.home,
}

/** The lists that a feed shows something of. */
export function listsOfFeed(name: FeedName): KindList[] {
  return kindNames.map(kind => kinds[kind].list).filter(list => name === 'all' || name === list)
}

/** The latest records of a list, or of all, as a feed, newest first. */
export async function makeFeed(elsewhere: KindsElsewhere, name: FeedName): Promise<AtomFeed> {
  const address = { key: `feed:${name}`, path: discoveryPaths.feed(name) }
  const latestOf = (kind: keyof KindsElsewhere) => elsewhere[kind].feed.latest(limits.feedEntries)
  const own = kindNames.find(kind => kinds[kind].list === name)
  if (own !== undefined) {
    const { title, subtitle } = elsewhere[own].feed
    return { ...address, title, subtitle, pagePath: kinds[own].sitePath, entries: await latestOf(own) }
  }
  const all = (await Promise.all(kindNames.map(latestOf))).flat()
  const newest = all.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  return { ...address, ...everything, entries: newest.slice(0, limits.feedEntries) }
}
