import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { examSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { countOfExams } from '#contract/school-lists.ts'
import type { ExamCount } from '#contract/school-lists.ts'
import { StageCards } from '#web/school/stage-cards.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { hrefWith } from '../query.ts'

const shownSubjects = 5

interface HubData {
  counts: readonly ExamCount[]
}

/** `/ministerial`: the three exam grades, with what they hold. */
export const examsHubPage = definePage<object, HubData>({
  address: paths.exams,
  tags: ['exams'],
  isOfItsData: true,
  load: async ({ services }) => ({ counts: await services.exams.counts() }),
  meta: () => ({
    title: 'الأسئلة الوزارية',
    description: 'أسئلة الامتحانات الوزارية للسنوات السابقة: السادس الابتدائي والثالث المتوسط والسادس الإعدادي.',
    breadcrumb: [{ label: 'الأسئلة الوزارية', href: paths.exams }],
    feed: discoveryPaths.feed('exams'),
  }),
  View: ExamsHub,
})

function ExamsHub({ data: { counts } }: ViewProps<object, HubData>) {
  const cards = ministerialGradeCodes.map(grade => ({
    href: paths.examsOfGrade(grade),
    title: grades[grade].label,
    text: 'أسئلة السنوات السابقة بكل الأدوار، للمعاينة والتحميل.',
    count: formatCount(countOfExams(counts, { grade }), countedNouns.exam),
    chips: examSubjects[grade].slice(0, shownSubjects).map(subject => ({
      href: hrefWith(paths.examsOfGrade(grade), { subject }),
      label: subjectLabels[subject],
      of: grades[grade].shortLabel,
      count: countOfExams(counts, { grade, subject }),
    })),
  }))
  return (
    <>
      <PageHeading
        title="الأسئلة الوزارية"
        text="تدرّب على أسئلة الامتحانات الوزارية كما جاءت في كل سنة ودور."
      />
      <div className="wrap section">
        <StageCards cards={cards} />
      </div>
    </>
  )
}
