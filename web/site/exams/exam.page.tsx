import { CloudDownload, FileDown, Send } from 'lucide-react'
import { grades, isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import {
  countedNouns,
  dayInBaghdad,
  formatCount,
  formatDate,
  formatPlainNumber,
  latinDigits,
} from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths, shareImagePath } from '#contract/paths.ts'
import { ownPages } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { imageSources } from '#contract/resources/file.ts'
import { Island } from '../islands/island.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { hrefWith } from '../query.ts'
import { ExamCards } from './exam-cards.tsx'

interface ExamPageData {
  exam: Exam
  latest: readonly Exam[]
  sameYear: readonly Exam[]
}

/** `/ministerial/preview/{examId}`. */
export const examPage = definePage<object, ExamPageData>({
  address: paths.exam(':id'),
  tags: ['exams'],
  async load({ services, params }) {
    const exam = await services.exams.get(params.id ?? '')
    const [latest, sameYear] = await Promise.all([
      services.exams.latestExcept(exam.id, limits.latestExams),
      services.exams.sameYear(exam, limits.sameYearExams),
    ])
    return { exam, latest, sameYear }
  },
  meta: ({ data: { exam } }) => ({
    title: titleOf(exam),
    description: exam.description,
    image: shareImagePath('exam', exam.id, exam.version),
    kind: 'article',
    breadcrumb: crumbsOf(exam),
    data: absolute => [
      {
        '@type': 'LearningResource',
        learningResourceType: 'Exam',
        name: exam.title,
        url: absolute(paths.exam(exam.id)),
        inLanguage: 'ar',
        about: subjectLabels[exam.subject],
        educationalLevel: grades[exam.stage].label,
        datePublished: String(exam.releaseYear),
        isAccessibleForFree: true,
      },
    ],
  }),
  failure(code) {
    const back = { backHref: paths.exams, backLabel: 'العودة إلى الأسئلة الوزارية' }
    if (code === 'exam_not_found') {
      return { title: 'الامتحان المطلوب غير موجود', text: 'ربما حُذف الامتحان أو تغيّر عنوانه.', ...back }
    }
    return { title: 'حدث خطأ', text: 'حدث خطأ أثناء تحميل تفاصيل الامتحان', ...back }
  },
  View: ExamView,
})

/** The title with the year and the round that tell it from its like, unless it says them already. */
function titleOf({ title, releaseYear, try: round }: Exam): string {
  const facts = [String(releaseYear), roundLabel(round, formatPlainNumber)]
  const missing = facts.filter(fact => fact !== '' && !latinDigits(title).includes(fact))
  return [title, ...missing]
    .map(part => (part === String(releaseYear) ? formatPlainNumber(releaseYear) : part))
    .join('، ')
}

function crumbsOf(exam: Exam) {
  const list = isMinisterialGradeCode(exam.stage) ? paths.examsOfGrade(exam.stage) : paths.exams
  return [
    { label: 'الأسئلة الوزارية', href: paths.exams },
    { label: grades[exam.stage].label, href: list },
    { label: subjectLabels[exam.subject], href: hrefWith(list, { subject: exam.subject }) },
    { label: titleOf(exam), href: paths.exam(exam.id) },
  ]
}

function ExamView({ data: { exam, latest, sameYear }, address }: ViewProps<object, ExamPageData>) {
  const images = exam.files.map((url, index) => {
    const facts = exam.pages[index] ?? null
    return {
      full: url,
      ...imageSources(facts ?? url, 960),
      alt: `الصفحة ${formatPlainNumber(index + 1)} من ${exam.title}`,
    }
  })
  const pagesInPdf = ownPages(exam).length
  const facts = [
    { name: 'المادة', value: subjectLabels[exam.subject] },
    { name: 'الصف', value: grades[exam.stage].label },
    { name: 'السنة', value: formatPlainNumber(exam.releaseYear) },
    { name: 'الدور', value: roundLabel(exam.try, formatPlainNumber) },
    { name: 'عدد الصفحات', value: images.length && formatCount(images.length, countedNouns.page) },
    { name: 'آخر تحديث', value: formatDate(exam.updatedAt), dateTime: dayInBaghdad(exam.updatedAt) },
  ]
  return (
    <>
      <article className={images.length > 0 ? 'wrap detail exam-sheets' : 'wrap detail'}>
        <Breadcrumb crumbs={crumbsOf(exam)} />
        <div className="detail-main">
          <header>
            <h1>
              <bdi>{exam.title}</bdi>
            </h1>
            <ul className="chips">
              <li className="chip is-subject" data-subject={exam.subject}>
                {subjectLabels[exam.subject]}
              </li>
              <li className="chip">{grades[exam.stage].label}</li>
              {exam.try > 0 && <li className="chip">{roundLabel(exam.try, formatPlainNumber)}</li>}
              <li className="year-chip">{formatPlainNumber(exam.releaseYear)}</li>
            </ul>
          </header>
          <div className="downloads no-print">
            {pagesInPdf > 0 && (
              <a className="button is-download" href={paths.examPdf(exam.id)} download="">
                <FileDown aria-hidden="true" />
                <span className="button-text">
                  <span>
                    {pagesInPdf < images.length
                      ? 'تحميل الصفحات المحفوظة لدينا في ملف واحد'
                      : 'تحميل كل الصفحات في ملف واحد'}
                  </span>
                  <span className="file-facts">
                    <span>
                      <bdi>PDF</bdi>
                    </span>
                    <span>{formatCount(pagesInPdf, countedNouns.page)}</span>
                  </span>
                </span>
              </a>
            )}
            {exam.telegramLink && (
              <a className="button is-quiet" href={exam.telegramLink} rel="noopener" target="_blank">
                <Send aria-hidden="true" />
                تحميل من تيليجرام
              </a>
            )}
            {exam.googleDriveLink && (
              <a className="button is-quiet" href={exam.googleDriveLink} rel="noopener" target="_blank">
                <CloudDownload aria-hidden="true" />
                تحميل من <span lang="en">Google Drive</span>
              </a>
            )}
          </div>
          {images.length > 0 && (
            <section aria-labelledby="pages">
              <h2 id="pages">معاينة الأسئلة</h2>
              <Island
                name="Gallery"
                props={{ sizes: '(max-width: 40rem) 50vw, 20rem', images, label: exam.title }}
              />
            </section>
          )}
          <section aria-labelledby="about-exam">
            <h2 id="about-exam">عن هذا الامتحان</h2>
            <p className="prose with-lines">
              <LinkedText text={exam.description} />
            </p>
            <Facts facts={facts} />
          </section>
          <ShareBar title={titleOf(exam)} address={address} />
        </div>
      </article>
      <RelatedExams id="same-year" title="امتحانات السنة نفسها" exams={sameYear} />
      <RelatedExams id="latest" title="أحدث الامتحانات" exams={latest} />
    </>
  )
}

function RelatedExams({ id, title, exams }: { id: string; title: string; exams: readonly Exam[] }) {
  if (exams.length === 0) return null
  return (
    <section className="wrap section no-print" aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      <ExamCards exams={exams} headingLevel={3} />
    </section>
  )
}
