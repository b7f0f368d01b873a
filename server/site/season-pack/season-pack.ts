import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { kinds, kindsInPack } from '#contract/kinds.ts'
import type { KindInPack, KindList } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { PackRecord, SeasonPack, SeasonPackQuery } from '#contract/resources/season-pack.ts'
import type { Changes } from '#server/base/changes.ts'

/** What the records of a pack have in common. */
interface ListedRecord extends Omit<PackRecord, 'kind' | 'files'> {
  file?: FileFacts | null
  pages?: readonly (FileFacts | null)[]
}

interface GradeQuery {
  stage: GradeCode
  limit: number
  offset: number
}

type PackServices = { changes: Pick<Changes, 'onChange'> } & Record<
  Extract<KindList, (typeof kinds)[KindInPack]['list']>,
  { list(query: GradeQuery): Promise<ListPage<ListedRecord>> }
>

const maxRecords = 1000

/** The files of ours that are whole. */
function filesOf({ file, pages = [] }: ListedRecord): PackRecord['files'] {
  return [file, ...pages].flatMap(each => {
    if (!each || each.damage || sha256OfFileAddress(each.url) === undefined) return []
    const { url, name, size, type, light } = each
    return [{ url, name, size, type, ...(light && { light }) }]
  })
}

/** What a pack is chosen from: every record of a grade that has files of ours. */
async function listGrade(services: PackServices, stage: GradeCode): Promise<PackRecord[]> {
  const records: PackRecord[] = []
  for (const kind of kindsInPack) {
    for (let offset = 0; offset < maxRecords; offset += limits.maxListLimit) {
      const page = await services[kinds[kind].list].list({ stage, limit: limits.maxListLimit, offset })
      for (const record of page.items) {
        const { id, title, subject, branch, releaseYear, teacher } = record
        const files = filesOf(record)
        const round = record.try === undefined ? {} : { try: record.try }
        const more = {
          ...(branch !== undefined && { branch }),
          ...(teacher !== undefined && { teacher }),
          ...round,
        }
        if (files.length > 0) records.push({ kind, id, title, subject, stage, releaseYear, ...more, files })
      }
      if (page.items.length < limits.maxListLimit) break
    }
  }
  return records
}

const newestYear = (records: readonly PackRecord[]) =>
  Math.max(...records.map(({ releaseYear }) => releaseYear))

/** Of each subject and branch those of its newest year. */
function newestOfSubjects(records: readonly PackRecord[]): PackRecord[] {
  const bySubject = Map.groupBy(records, ({ subject, branch }) => `${subject} ${branch ?? ''}`)
  return [...bySubject.values()].flatMap(same => {
    const newest = newestYear(same)
    return same.filter(({ releaseYear }) => releaseYear === newest)
  })
}

function chooseFrom(all: readonly PackRecord[], { stage, branch, years }: SeasonPackQuery): SeasonPack {
  const ofBranch = (wanted: BranchCode | undefined) =>
    all.filter(record => !wanted || !record.branch || record.branch === wanted)
  const inPack = (how: (typeof kinds)[KindInPack]['pack']) =>
    ofBranch(branch).filter(({ kind }) => kinds[kind].pack === how)
  const timed = inPack('years')
  const since = newestYear(timed) - years
  return {
    label: ['حزمة', grades[stage].shortLabel, branch && branchLabels[branch]].filter(Boolean).join(' '),
    records: [
      ...newestOfSubjects(inPack('newest')),
      ...timed.filter(({ releaseYear }) => releaseYear > since),
    ],
    notes: inPack('chosen'),
  }
}

/** The season packs of all grades; what they are chosen from is read once and kept until something changes. */
export function createSeasonPacks(services: PackServices): (query: SeasonPackQuery) => Promise<SeasonPack> {
  const kept = new Map<GradeCode, Promise<PackRecord[]>>()
  services.changes.onChange(() => kept.clear())
  return async query => {
    const reading = kept.get(query.stage) ?? listGrade(services, query.stage)
    kept.set(query.stage, reading)
    reading.catch(() => kept.delete(query.stage))
    return chooseFrom(await reading, query)
  }
}
