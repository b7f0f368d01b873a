import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { examSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { StageCards } from '#web/school/stage-cards.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import { hrefWith } from '../query.ts'

const shownSubjects = 5

/** `/ministerial`: the three exam grades. */
export const examsHubPage = definePage({
  address: paths.exams,
  tags: [],
  load: async () => ({}),
  meta: () => ({
    title: 'الأسئلة الوزارية',
    description: 'أسئلة الامتحانات الوزارية للسنوات السابقة: السادس الابتدائي والثالث المتوسط والسادس الإعدادي.',
    breadcrumb: [{ label: 'الأسئلة الوزارية', href: paths.exams }],
    feed: discoveryPaths.feed('exams'),
  }),
  View: ExamsHub,
})

function ExamsHub() {
  const cards = ministerialGradeCodes.map(grade => ({
    href: paths.examsOfGrade(grade),
    title: grades[grade].label,
    text: 'أسئلة السنوات السابقة بكل الأدوار، للمعاينة والتحميل.',
    chips: examSubjects[grade].slice(0, shownSubjects).map(subject => ({
      href: hrefWith(paths.examsOfGrade(grade), { subject }),
      label: subjectLabels[subject],
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
