import { grades, gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import type { StageCode } from '#contract/codes/grades.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { StageCards } from '#web/school/stage-cards.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'

const stageTexts: Record<StageCode, string> = {
  PRIMARY: 'كتب الصفوف من الأول إلى السادس الابتدائي.',
  INTERMEDIATE: 'كتب الصفوف من الأول إلى الثالث المتوسط.',
  PREPARATORY: 'كتب الصفوف من الرابع إلى السادس الإعدادي بفروعها.',
}

/** `/books`: the three stages. */
export const booksHubPage = definePage({
  address: paths.books,
  tags: [],
  load: async () => ({}),
  meta: () => ({
    title: 'الكتب المدرسية',
    description: 'كتب المنهج العراقي لجميع المراحل: الابتدائية والمتوسطة والإعدادية، للتحميل المباشر مجاناً.',
    breadcrumb: [{ label: 'الكتب المدرسية', href: paths.books }],
    feed: discoveryPaths.feed('books'),
  }),
  View: BooksHub,
})

function BooksHub() {
  const cards = stageCodes.map(stage => ({
    href: paths.booksOfStage(stage),
    title: stages[stage].label,
    text: stageTexts[stage],
    chips: gradesOfStage(stage).map(grade => ({
      href: paths.booksOfGrade(grade),
      label: grades[grade].shortLabel,
    })),
  }))
  return (
    <>
      <PageHeading
        title="الكتب المدرسية"
        text="كتب المنهج العراقي بطبعاتها المتوفرة، مرتّبة حسب المرحلة والصف."
      />
      <div className="wrap section">
        <StageCards cards={cards} />
      </div>
    </>
  )
}
