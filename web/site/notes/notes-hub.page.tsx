import { grades, gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { countOf } from '#contract/school-lists.ts'
import type { SchoolCount } from '#contract/school-lists.ts'
import { StageCards } from '#web/school/stage-cards.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'

const stageTexts: Record<StageCode, string> = {
  PRIMARY: 'ملازم الصفوف من الأول إلى السادس الابتدائي.',
  INTERMEDIATE: 'ملازم الصفوف من الأول إلى الثالث المتوسط.',
  PREPARATORY: 'ملازم الصفوف من الرابع إلى السادس الإعدادي بفروعها.',
}

interface HubData {
  counts: readonly SchoolCount[]
}

/** `/notes`: the three stages, with what they hold. */
export const notesHubPage = definePage<object, HubData>({
  address: paths.notes,
  tags: ['notes'],
  isOfItsData: true,
  load: async ({ services }) => ({ counts: await services.notes.counts() }),
  meta: () => ({
    title: 'الملازم',
    description: 'ملازم المدرسين لجميع المراحل: شروح وملخصات وأسئلة محلولة للتحميل المباشر مجاناً.',
    breadcrumb: [{ label: 'الملازم', href: paths.notes }],
    feed: discoveryPaths.feed('notes'),
  }),
  View: NotesHub,
})

function NotesHub({ data: { counts } }: ViewProps<object, HubData>) {
  const cards = stageCodes.map(stage => ({
    href: paths.notesOfStage(stage),
    title: stages[stage].label,
    text: stageTexts[stage],
    count: formatCount(countOf(counts, { stage }), countedNouns.note),
    chips: gradesOfStage(stage).map(grade => ({
      href: paths.notesOfGrade(grade),
      label: grades[grade].shortLabel,
      count: countOf(counts, { grade }),
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
