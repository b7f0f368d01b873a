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
  PRIMARY: 'كتب الصفوف من الأول إلى السادس الابتدائي.',
  INTERMEDIATE: 'كتب الصفوف من الأول إلى الثالث المتوسط.',
  PREPARATORY: 'كتب الصفوف من الرابع إلى السادس الإعدادي بفروعها.',
}

interface HubData {
  counts: readonly SchoolCount[]
}

/** `/books`: the three stages, with what they hold. */
export const booksHubPage = definePage<object, HubData>({
  address: paths.books,
  tags: ['books'],
  isOfItsData: true,
  load: async ({ services }) => ({ counts: await services.books.counts() }),
  meta: () => ({
    title: 'الكتب المدرسية',
    description: 'كتب المنهج العراقي لجميع المراحل: الابتدائية والمتوسطة والإعدادية، للتحميل المباشر مجاناً.',
    breadcrumb: [{ label: 'الكتب المدرسية', href: paths.books }],
    feed: discoveryPaths.feed('books'),
  }),
  View: BooksHub,
})

function BooksHub({ data: { counts } }: ViewProps<object, HubData>) {
  const cards = stageCodes.map(stage => ({
    href: paths.booksOfStage(stage),
    title: stages[stage].label,
    text: stageTexts[stage],
    count: formatCount(countOf(counts, { stage }), countedNouns.book),
    chips: gradesOfStage(stage).map(grade => ({
      href: paths.booksOfGrade(grade),
      label: grades[grade].shortLabel,
      count: countOf(counts, { grade }),
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
