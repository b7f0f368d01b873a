import { z } from 'zod'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { subjectSchema } from '#contract/codes/schemas.ts'
import { subjectsInOrder } from '#contract/codes/subject-families.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import { paths } from '#contract/paths.ts'
import type { RepeatedGroup } from '#contract/resources/question.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { definePage } from '../define-page.tsx'
import { EmptyList } from '../empty-list.tsx'
import { forWhom, subjectOf, titleOfPage } from '../list-names.ts'
import type { ViewProps } from '../page-module.ts'
import { choiceParameter, hrefWith, pageParameter } from '../query.ts'
import { QuestionPlaces } from './question-places.tsx'

const questionsQuery = z.object({ subject: choiceParameter(subjectSchema), page: pageParameter })
type QuestionsQuery = z.infer<typeof questionsQuery>

interface QuestionsData {
  subjects: { subject: SubjectCode; count: number }[]
  groups: RepeatedGroup[]
  total: number
}

/** `/ministerial/sixth-primary/questions` and those of the other two grades. Source: P7.7. */
export const questionPages = ministerialGradeCodes.map(grade => {
  const path = paths.questionsOfGrade(grade)
  const whom = grades[grade].shortLabel
  const titleOf = ({ subject }: QuestionsQuery) =>
    subject ? `الأسئلة الأكثر تكراراً في ${subjectOf(subject, whom)}` : `الأسئلة الأكثر تكراراً ${forWhom(whom)}`
  const crumbsOf = ({ subject }: QuestionsQuery) => [
    { label: 'الأسئلة الوزارية', href: paths.exams },
    { label: whom, href: hrefWith(paths.examsOfGrade(grade), { subject }) },
    { label: 'الأكثر تكراراً', href: hrefWith(path, { subject }) },
  ]

  function Questions({ data, query }: ViewProps<QuestionsQuery, QuestionsData>) {
    const { subjects, groups, total } = data
    return (
      <>
        <PageHeading
          title={titleOf(query)}
          text="أسئلة جاءت بنصها أو بصياغة قريبة في أكثر من امتحان، بحسب ما قُرئ من صفحاتها."
        >
          <Breadcrumb crumbs={crumbsOf(query)} />
        </PageHeading>
        <div className="wrap section">
          {subjects.length > 0 && (
            <nav className="subject-strip" aria-label="مواد الأسئلة المتكررة">
              <ul className="chips">
                {subjects.map(({ subject, count }) => (
                  <li key={subject}>
                    <a
                      className="chip"
                      href={hrefWith(path, { subject })}
                      aria-current={subject === query.subject ? 'page' : undefined}
                    >
                      {subjectLabels[subject]} <small>{formatNumber(count)}</small>
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {groups.length > 0 && (
            <ol className="question-groups" start={(query.page - 1) * limits.questionsPerPage + 1}>
              {groups.map(group => (
                <RepeatedItem key={keyOf(group)} group={group} />
              ))}
            </ol>
          )}
          {total === 0 && (query.subject || subjects.length === 0) && (
            <EmptyList
              typed={undefined}
              advice=""
              name={titleOf(query)}
              from={hrefWith(path, { subject: query.subject })}
              own="exams"
              whole={{ label: 'كل الأسئلة الوزارية', href: paths.examsOfGrade(grade) }}
            />
          )}
          <Pagination
            page={query.page}
            pages={pageCount(total, limits.questionsPerPage)}
            hrefOf={page => hrefWith(path, { ...query, page })}
          />
        </div>
      </>
    )
  }

  return definePage<QuestionsQuery, QuestionsData>({
    address: path,
    query: questionsQuery,
    tags: ['exams'],
    isOfItsData: true,
    async load({ services, query: { subject, page } }) {
      const counts = await services.exams.questions.subjectsOf(grade)
      const subjects = subjectsInOrder.flatMap(code => {
        const count = counts.find(each => each.subject === code)?.count
        return count ? { subject: code, count } : []
      })
      const total = subjects.find(each => each.subject === subject)?.count ?? 0
      const pages = pageCount(total, limits.questionsPerPage)
      if (page > pages) return { redirectTo: hrefWith(path, { subject, page: pages }), isPermanent: false }
      const groups =
        subject && total > 0
          ? await services.exams.questions.mostRepeated(
              { stage: grade, subject },
              { limit: limits.questionsPerPage, offset: (page - 1) * limits.questionsPerPage },
            )
          : []
      return { subjects, groups, total }
    },
    meta: ({ data, query }) => ({
      title: titleOfPage(titleOf(query), query.page),
      headerName: titleOf(query),
      canonical: hrefWith(path, query),
      breadcrumb: crumbsOf(query),
      description: `${titleOf(query)}: السؤال، وكل السنوات والأدوار التي جاء فيها، مع صفحة كل امتحان.`,
      isHiddenFromSearch: data.subjects.length === 0,
    }),
    View: Questions,
  })
})

const keyOf = ({ places }: RepeatedGroup) => places.map(({ examId, label }) => examId + label).join(' ')

function RepeatedItem({ group: { places, times } }: { group: RepeatedGroup }) {
  return (
    <li>
      <p className="question-text" dir="auto">
        {places[0]?.text}
      </p>
      <p className="question-times">{formatCount(times, countedNouns.time)}</p>
      <QuestionPlaces places={places} times={times} />
    </li>
  )
}
