import type { ComponentType } from 'react'
import { z } from 'zod'
import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { grades, gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode, GradeCode } from '#contract/codes/grades.ts'
import { branchSchema, subjectSchema } from '#contract/codes/schemas.ts'
import { stageSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatCount, formatNumber } from '#contract/format.ts'
import type { CountedNoun } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import type { CountedList, SchoolCount, SchoolListQuery } from '#contract/school-lists.ts'
import { discoveryPaths } from '#contract/paths.ts'
import { fileTraits } from '#contract/resources/file-filter.ts'
import { countOf } from '#contract/school-lists.ts'
import { definePage } from '../define-page.tsx'
import { waysFrom } from '../elsewhere.ts'
import type { Way } from '../elsewhere.ts'
import { EmptyList } from '../empty-list.tsx'
import { listDescription, listName, titleOfPage } from '../list-names.ts'
import type { LoadContext, ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter, textParameter } from '../query.ts'
import type { Facet } from './facet-panel.tsx'
import { FeedLink } from './feed-link.tsx'
import { ListPage, ListPages, WaitingRows } from './list-page.tsx'
import { orderFacet } from './order-facet.ts'
import { RecordSection } from './record-row.tsx'
import { sectionsOf } from './school-sections.ts'
import type { Said } from './title-rest.ts'

const hasLightCopy = 'له نسخة خفيفة'
const skeletonRows = 4
/** Rows whose pictures are seen without scrolling. */
const firstSeen = 8

interface Placed {
  id: string
  subject: SubjectCode
  stage: GradeCode
  branch: BranchCode | null
}

interface SchoolRowProps<Item> {
  item: Item
  said: Said
  headingLevel: 2 | 3
  isLazy: boolean
}

interface SchoolListKind<Item> {
  list: 'books' | 'notes'
  /** All of them before a grade: «كتب». */
  name: string
  noun: CountedNoun
  hub: { label: string; href: string }
  pathOf(stage: StageCode): string
  perPage: number
  parts: 'families' | 'subjects'
  words: { label: string; placeholder: string; failed: string; whole: string }
  find(
    services: LoadContext<object>['services'],
    query: SchoolListQuery,
  ): Promise<CountedList<Item, SchoolCount>>
  Row: ComponentType<SchoolRowProps<Item>>
}

const listQuery = (stage: StageCode) =>
  z.object({
    grade: choiceParameter(z.enum(gradesOfStage(stage))),
    branch: choiceParameter(branchSchema),
    subject: choiceParameter(subjectSchema),
    file: choiceParameter(z.enum(fileTraits)),
    sort: choiceParameter(z.enum(['latest'])),
    query: textParameter,
    page: pageParameter,
  })
type ListQuery = z.infer<ReturnType<typeof listQuery>>

interface ListData<Item> extends CountedList<Item, SchoolCount> {
  /** Where to go on when nothing is here; none while there is something. */
  ways: readonly Way[]
}

/** The lists of the three stages of one kind: `/books/primary` and its like. Source: P4.1, P4.2, P4.10. */
export function schoolListPages<Item extends Placed>(kind: SchoolListKind<Item>) {
  return stageCodes.map(stage => schoolListPage(kind, stage))
}

function schoolListPage<Item extends Placed>(kind: SchoolListKind<Item>, stage: StageCode) {
  const { name, words, Row } = kind
  const path = kind.pathOf(stage)
  const perPageOf = ({ grade }: ListQuery) => (grade ? limits.gradeRecordsPerPage : kind.perPage)
  const titleOf = (query: ListQuery) => listName(name, { ...query, stage })
  const crumbsOf = ({ grade }: ListQuery) => [
    kind.hub,
    { label: stages[stage].label, href: path },
    ...(grade ? [{ label: grades[grade].shortLabel, href: hrefWith(path, { grade }) }] : []),
  ]

  function View({ data, query }: ViewProps<ListQuery, ListData<Item>>) {
    const { page, ...filters } = query
    const pages = pageCount(data.total, perPageOf(query))
    const choice = { ...query, stage }
    const sections = sectionsOf({
      items: data.items,
      counts: data.counts,
      choice,
      isOrdered: !query.sort && !query.query,
      parts: kind.parts,
    })
    const active = activeOf(path, stage, filters, data.counts)
    let seen = 0
    return (
      <ListPage
        title={titleOf(query)}
        crumbs={crumbsOf(query)}
        path={path}
        label={words.label}
        search={{ name: 'query', value: query.query, placeholder: words.placeholder }}
        kept={{
          grade: query.grade,
          branch: query.branch,
          subject: query.subject,
          file: query.file,
          sort: query.sort,
        }}
        active={active}
        facets={facetsOf(kind, stage, filters, data.counts)}
        total={data.total > 0 ? formatCount(data.total, kind.noun) : ''}
        waiting={<WaitingRows count={skeletonRows} />}
        failedTitle={words.failed}
      >
        {sections.map(section => {
          const rows = section.items.map(item => (
            <Row
              key={item.id}
              item={item}
              said={section.said}
              headingLevel={section.title === undefined ? 2 : 3}
              isLazy={seen++ >= firstSeen}
            />
          ))
          if (rows.length === 0) return null
          if (section.title === undefined) {
            return (
              <ul className="record-rows" key={section.id}>
                {rows}
              </ul>
            )
          }
          return (
            <RecordSection
              key={section.id}
              id={section.id}
              title={section.title}
              count={formatNumber(section.count)}
            >
              {rows}
            </RecordSection>
          )
        })}
        {data.items.length === 0 && (
          <EmptyList
            typed={query.query}
            advice="حاول تعديل كلمات البحث للعثور على ما تبحث عنه."
            name={titleOf(query)}
            from={hrefWith(path, query)}
            fixes={active.filter(({ count }) => count > 0)}
            ways={data.ways}
            own={kind.list}
            whole={hrefWith(path, query) !== path && { label: words.whole, href: path }}
          />
        )}
        <ListPages page={page} pages={pages} path={path} query={query} />
        <FeedLink list={kind.list} label={words.label} />
      </ListPage>
    )
  }

  return definePage<ListQuery, ListData<Item>>({
    address: path,
    query: listQuery(stage),
    freeText: ['query'],
    tags: ['books', 'notes', 'exams'],
    isOfItsData: true,
    async load({ services, query }) {
      const perPage = perPageOf(query)
      const { grade, branch, subject, file } = query
      const found = await kind.find(services, {
        stage,
        grade,
        branch,
        subject,
        file,
        search: query.query,
        isLatest: query.sort === 'latest',
        limit: perPage,
        offset: (query.page - 1) * perPage,
      })
      const pages = pageCount(found.total, perPage)
      if (query.page > pages)
        return { redirectTo: hrefWith(path, { ...query, page: pages }), isPermanent: false }
      const isBare = found.total === 0 && !query.query
      const counts = found.counts.filter(cell => grades[cell.stage].stage === stage)
      return {
        ...found,
        counts,
        ways: isBare ? await waysFrom(kind.list, services, { stage, grade, subject }) : [],
      }
    },
    meta: ({ query }) => ({
      title: titleOfPage(titleOf(query), query.page),
      headerName: titleOf(query),
      canonical: hrefWith(path, { ...query, sort: undefined }),
      breadcrumb: crumbsOf(query),
      feed: discoveryPaths.feed(kind.list),
      description: listDescription(name, { ...query, stage }),
    }),
    View,
  })
}

type Filters = Omit<ListQuery, 'page'>

/** The filters that are set, each with the list without it and what that has. */
function activeOf(path: string, stage: StageCode, filters: Filters, counts: readonly SchoolCount[]) {
  const { grade, branch, subject, file, sort } = filters
  const without = (name: keyof Filters, label: string) => ({
    name,
    label,
    href: hrefWith(path, { ...filters, [name]: undefined }),
    count: name === 'sort' ? 0 : countOf(counts, { stage, grade, branch, subject, file, [name]: undefined }),
  })
  return [
    ...(grade ? [without('grade', grades[grade].shortLabel)] : []),
    ...(branch ? [without('branch', branchLabels[branch])] : []),
    ...(subject ? [without('subject', subjectLabels[subject])] : []),
    ...(file ? [without('file', hasLightCopy)] : []),
    ...(sort ? [without('sort', 'الأحدث أولاً')] : []),
  ]
}

function facetsOf<Item>(
  { pathOf }: SchoolListKind<Item>,
  stage: StageCode,
  filters: Filters,
  counts: readonly SchoolCount[],
): Facet[] {
  const path = pathOf(stage)
  const { grade, branch, subject, file } = filters
  const choose = <Name extends 'grade' | 'branch' | 'subject' | 'file'>(
    name: Name,
    value: NonNullable<Filters[Name]>,
    label: string,
  ) => {
    const isOn = filters[name] === value
    return {
      value,
      label,
      isOn,
      href: hrefWith(path, { ...filters, [name]: isOn ? undefined : value }),
      count: countOf(counts, { stage, grade, branch, subject, file, [name]: value }),
    }
  }
  const offered = stageSubjects[stage]
  return [
    {
      name: 'grade',
      title: 'الصف',
      beside: stageCodes.map(other => ({
        label: stages[other].shortLabel,
        href: hrefWith(pathOf(other), { query: filters.query }),
        isOn: other === stage,
      })),
      choices: gradesOfStage(stage).map(code =>
        choose('grade', code, grades[code].shortLabel.split(' ')[0] ?? ''),
      ),
    },
    ...(stage === 'PREPARATORY'
      ? [
          {
            name: 'branch',
            title: 'الفرع',
            choices: branchCodes.map(code => choose('branch', code, branchLabels[code])),
          },
        ]
      : []),
    {
      name: 'subject',
      title: 'المادة',
      choices: offered.map(code => choose('subject', code, subjectLabels[code])),
    },
    orderFacet(path, filters, 'ترتيب المنهج'),
    { name: 'file', title: 'الملف', isSwitch: true, choices: [choose('file', 'light', hasLightCopy)] },
  ]
}
