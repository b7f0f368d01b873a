import { gradeFeedName, gradePages, gradePlaceName, type GradePlace } from '#contract/grade-pages.ts'
import { feedNames, kindNames, kinds, type FeedName, type Kind, type KindList } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { AtomFeed } from './atom.ts'

/** A feed of the site: of one list, of everything, or of a grade. `name`: what stands in its address. */
export type FeedSource = { name: FeedName; place?: undefined } | { name: string; place: GradePlace }

/** Every feed. Source: P12.3. */
export const feedSources: readonly FeedSource[] = [
  ...feedNames.map(name => ({ name })),
  ...gradePages.map(place => ({ name: gradeFeedName(place), place })),
]

const everything = {
  title: 'رافد: جديد الموقع',
  subtitle: 'كل جديد: الأخبار والكتب والملازم والأسئلة الوزارية والنتائج.',
  pagePath: paths.home,
}

function aboutGrade(place: GradePlace) {
  const name = gradePlaceName(place)
  return {
    title: `رافد: جديد ${name}`,
    subtitle: `الجديد من كتب وملازم وأسئلة ونتائج ${name}.`,
    pagePath: paths.grade(place.grade, place.branch),
  }
}

/* What has no grade is for all of them, and has a feed of its own. */
function kindsOf({ name, place }: FeedSource, elsewhere: KindsElsewhere): Kind[] {
  return kindNames.filter(kind =>
    place ? elsewhere[kind].lists.column === 'stage' : name === 'all' || name === kinds[kind].list,
  )
}

/** The lists that a feed shows something of. */
export function listsOfFeed(source: FeedSource, elsewhere: KindsElsewhere): KindList[] {
  return kindsOf(source, elsewhere).map(kind => kinds[kind].list)
}

/** The latest records of a feed, newest first. */
export async function makeFeed(elsewhere: KindsElsewhere, source: FeedSource): Promise<AtomFeed> {
  const { name, place } = source
  const address = { key: `feed:${name}`, path: discoveryPaths.feed(name) }
  const latestOf = (kind: Kind) => elsewhere[kind].feed.latest(limits.feedEntries, place)
  const own = kindNames.find(kind => kinds[kind].list === name)
  if (own !== undefined) {
    const { title, subtitle } = elsewhere[own].feed
    return { ...address, title, subtitle, pagePath: kinds[own].sitePath, entries: await latestOf(own) }
  }
  const all = (await Promise.all(kindsOf(source, elsewhere).map(latestOf))).flat()
  const newest = all.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const about = place ? aboutGrade(place) : everything
  return { ...address, ...about, entries: newest.slice(0, limits.feedEntries) }
}
