import { grades, gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { StageCards } from '#web/school/stage-cards.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'

const stageTexts: Record<StageCode, string> = {
  PRIMARY: 'ملازم الصفوف من الأول إلى السادس الابتدائي.',
  INTERMEDIATE: 'ملازم الصفوف من الأول إلى الثالث المتوسط.',
  PREPARATORY: 'ملازم الصفوف من الرابع إلى السادس الإعدادي بفروعها.',
}

/** `/notes`: the three stages. */
export const notesHubPage = definePage({
  address: paths.notes,
  tags: [],
  load: async () => ({}),
  meta: () => ({
    title: 'الملازم',
    description: 'ملازم المدرسين لجميع المراحل: شروح وملخصات وأسئلة محلولة للتحميل المباشر مجاناً.',
    breadcrumb: [{ label: 'الملازم', href: paths.notes }],
    feed: discoveryPaths.feed('notes'),
  }),
  View: NotesHub,
})

function NotesHub() {
  const cards = stageCodes.map(stage => ({
    href: paths.notesOfStage(stage),
    title: stages[stage].label,
    text: stageTexts[stage],
    chips: gradesOfStage(stage).map(grade => ({
      href: paths.notesOfGrade(grade),
      label: grades[grade].shortLabel,
    })),
  }))
  return (
    <>
      <PageHeading title="الملازم" text="شروح وملخصات كتبها مدرسون، مرتّبة حسب المرحلة والصف." />
      <div className="wrap section">
        <StageCards cards={cards} />
      </div>
    </>
  )
}
