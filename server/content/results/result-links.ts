import { grades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { examNumberIn } from '#contract/exam-number.ts'
import { formatNumber, formatPlainNumber } from '#contract/format.ts'
import { examNumberField, paths } from '#contract/paths.ts'
import type { ReleaseStatus, WantedRelease } from '#contract/resources/release-status.ts'
import type { ResultHit } from '#contract/resources/search.ts'
import { addressOfCity, addressOfRelease, addressOfSchools } from '#contract/result-addresses.ts'
import { readResultQuestion } from '#server/search/result-question.ts'
import type { ResultQuestion } from '#server/search/result-question.ts'
import type { School, SchoolsService } from './schools/schools.service.ts'

const maxLinks = 5
const maxSchools = 3

interface Given {
  status: (wanted: WantedRelease) => Promise<ReleaseStatus>
  schools: Pick<SchoolsService, 'list' | 'citiesWithSheets'>
}

type LinkFacts = Pick<ResultHit, 'id' | 'title' | 'url' | 'note'> & Partial<ResultHit>

function link(status: ReleaseStatus, facts: LinkFacts): ResultHit {
  return {
    type: 'result',
    subject: null,
    stage: null,
    branch: null,
    year: status.release?.releaseYear ?? null,
    round: status.release?.try ?? null,
    teacher: null,
    newsType: null,
    image: null,
    createdAt: status.changedAt ?? '',
    highlights: [],
    teacherHighlights: [],
    match: null,
    ...facts,
  }
}

/** What of the release that is asked for is not there. Shape: «الدور الثاني ٢٠٢٧ لم يصدر بعد». */
function sayMissing({ years: [year], round }: ResultQuestion): string {
  if (round === undefined) return `نتائج ${formatPlainNumber(year ?? 0)} ليست هنا`
  const name = [roundLabel(round, formatPlainNumber), year && formatPlainNumber(year)].filter(Boolean)
  return `${name.join(' ')} ليس هنا`
}

/**
 * The ways into the results that answer a search: a school's sheet, a city, a stage, the form for exam numbers. Only
 * what is public is in them. Source: Q1.6, Q3.7.
 */
export function createResultLinks({ status, schools }: Given) {
  /** The release of a stage that is asked for; the newest, and what is missing, where it is not there. */
  async function releaseFor(
    stage: MinisterialGradeCode,
    asked: ResultQuestion,
  ): Promise<{ shown: ReleaseStatus; missing: string }> {
    const { round } = asked
    const years = asked.years.length > 0 ? asked.years : [undefined]
    const isAsked = round !== undefined || asked.years.length > 0
    if (isAsked) {
      for (const releaseYear of years) {
        const shown = await status({ stage, releaseYear, try: round })
        if (shown.release !== null) return { shown, missing: '' }
      }
    }
    const shown = await status({ stage })
    return { shown, missing: isAsked && shown.release !== null ? sayMissing(asked) : '' }
  }

  function ofStage({ shown, missing }: { shown: ReleaseStatus; missing: string }): ResultHit {
    const { announced, total, release } = shown
    const told =
      release === null ? 'لم تصدر بعد' : `صدرت في ${formatNumber(announced)} من ${formatNumber(total)}`
    return link(shown, {
      id: shown.stage,
      title: `نتائج ${grades[shown.stage].shortLabel}`,
      url: addressOfRelease(shown),
      note: missing === '' ? told : missing,
    })
  }

  async function ofCities(asked: ResultQuestion, shown: ReleaseStatus): Promise<ResultHit[]> {
    const { stage, release } = shown
    const named = shown.cities.filter(({ city }) => asked.cities.includes(city))
    const withSheets =
      release === null ? new Set<string>() : await schools.citiesWithSheets({ ...release, stage })
    return named.map(place => {
      const { city, at, branches } = place
      const isOut = at !== null
      const branch = asked.branch !== undefined && branches.includes(asked.branch) ? asked.branch : null
      const hasSheets = withSheets.has(city)
      const own =
        hasSheets && branch !== null
          ? addressOfSchools(shown, { city, branch })
          : addressOfCity(shown, place, hasSheets)
      return link(shown, {
        id: `${stage} ${city}`,
        title: `نتائج ${city}`,
        stage,
        branch,
        url: isOut ? own : addressOfRelease(shown),
        note: isOut ? '' : 'لم تصدر بعد',
      })
    })
  }

  const ofSchool = (shown: ReleaseStatus, school: School): ResultHit =>
    link(shown, {
      id: school.id,
      title: school.school,
      stage: shown.stage,
      branch: school.branch,
      url: paths.sheet(school.id),
      note: school.city,
      highlights: school.highlights,
    })

  async function ofSchools(
    asked: ResultQuestion,
    releases: readonly ReleaseStatus[],
    isAlone: boolean,
  ): Promise<ResultHit[]> {
    const { schoolText, asksForResults, asksForSchool } = asked
    const mayNameSchool = asksForResults || asksForSchool || isAlone
    if (schoolText === '' || !mayNameSchool) return []
    const found: { isExact: boolean; hits: ResultHit[] }[] = []
    for (const shown of releases) {
      const { stage, release } = shown
      if (release === null) continue
      const answer = await schools.list({
        stage,
        releaseYear: release.releaseYear,
        try: release.try,
        search: schoolText,
        limit: maxSchools,
        offset: 0,
      })
      const { isWhole, isExact, isOwn } = answer.names
      const isMeant = asksForSchool ? isWhole : asksForResults ? answer.isSure : isAlone && isExact
      if (!isOwn || !isMeant) continue
      const hits = answer.schools.map(school => ofSchool(shown, school))
      if (answer.total > hits.length) hits.push(ofMore(shown, schoolText, answer.total))
      found.push({ isExact, hits })
    }
    const exact = found.filter(({ isExact }) => isExact)
    return (exact.length > 0 ? exact : found).flatMap(({ hits }) => hits)
  }

  const ofMore = (shown: ReleaseStatus, query: string, total: number): ResultHit =>
    link(shown, {
      id: `${shown.stage} schools`,
      title: 'كل المدارس المطابقة',
      stage: shown.stage,
      url: addressOfSchools(shown, { query }),
      note: formatNumber(total),
    })

  async function ofNumber(query: string): Promise<ResultHit[]> {
    const { stages = [] } = readResultQuestion(query) ?? {}
    const all = await Promise.all(stages.map(stage => status({ stage })))
    const open = all.filter(({ release }) => release !== null)
    return (open.length > 0 ? open : all).map(shown =>
      link(shown, {
        id: `${shown.stage} number`,
        title: `نتائج ${grades[shown.stage].shortLabel}`,
        url:
          shown.release === null ? addressOfRelease(shown) : `${addressOfRelease(shown)}#${examNumberField}`,
        note: shown.release === null ? 'لم تصدر بعد' : 'اعرض نتيجتك برقمك',
      }),
    )
  }

  /**
   * The links for a query, best first. `isAlone`: no record is called as the query says.
   * An exam number is looked up nowhere: its links lead to the forms.
   */
  return async function linksFor(query: string, isAlone: boolean): Promise<ResultHit[]> {
    if (examNumberIn(query) !== undefined) return ofNumber(query)
    const asked = readResultQuestion(query)
    if (!asked) return []
    const { asksForResults, stages, namesGrade, cities } = asked
    const found = await Promise.all(stages.map(stage => releaseFor(stage, asked)))
    const links = await ofSchools(
      asked,
      found.map(({ shown }) => shown),
      isAlone,
    )
    if (asksForResults) {
      const open = found.filter(({ shown }) => shown.release !== null)
      const told = open.length > 0 ? open : namesGrade ? found : found.slice(0, 1)
      const inCities = (await Promise.all(told.map(({ shown }) => ofCities(asked, shown)))).flat()
      const isOut = inCities.filter(({ note }) => note === '')
      links.push(...(isOut.length > 0 ? isOut : inCities))
      if (cities.length === 0) links.push(...told.map(ofStage))
    }
    return links.slice(0, maxLinks)
  }
}
