import { useContext } from 'react'
import { between } from '#contract/between.ts'
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
import type { Exam, ExamPlace } from '#contract/resources/exam.ts'
import type { RepeatedQuestion } from '#contract/resources/question.ts'
import { imageSources, plainImageWidth } from '#contract/resources/file.ts'
import { Island } from '../islands/island.tsx'
import { LightContext } from '#web/school/light.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { hrefWith } from '../query.ts'
import { repeatedWay, subjectWays, SubjectWays } from '../subject-ways.tsx'
import type { SubjectWay } from '../subject-ways.tsx'
import { ExamActions, ExamMirrors } from './exam-actions.tsx'
import { examName, examPlaceName } from './exam-name.ts'
import { ExamRow } from './exam-row.tsx'
import { ExamSteps } from './exam-steps.tsx'
import { examTexts } from './exam-texts.ts'
import { ExamYears } from './exam-years.tsx'
import { notesOfPage } from './question-places.tsx'

interface ExamPageData {
  exam: Exam
  /** The exams of its grade and subject, the newest year first. */
  places: readonly ExamPlace[]
  ways: readonly SubjectWay[]
  /** The size of its pages as one PDF, where it is known. */
  pdfBytes: number | undefined
  /** Its questions that were asked elsewhere too. */
  repeats: readonly RepeatedQuestion[]
  /** How many questions of its grade and subject were. */
  repeatedCount: number
  /** What stands on its pages, as far as it is read well. */
  texts: readonly (string | undefined)[]
  latest: readonly Exam[]
  sameYear: readonly Exam[]
}

/** `/ministerial/preview/{examId}`. */
export const examPage = definePage<object, ExamPageData>({
  address: paths.exam(':id'),
  tags: ['exams', 'books', 'notes'],
  hasActionBar: true,
  isOfItsData: true,
  async load({ services, params }) {
    const exam = await services.exams.get(params.id ?? '')
    const { stage: grade, subject } = exam
    const [places, ways, pdfBytes, repeats, counts, texts, newest, sameYear] = await Promise.all([
      services.exams.places(grade, subject),
      subjectWays(services, { grade, subject }, ['books', 'notes']),
      services.examPdfs.size(exam),
      services.exams.questions.repeatsOf(exam),
      services.exams.questions.subjectsOf(grade),
      examTexts(services, exam),
      services.exams.latestBeside(exam, limits.latestExams + limits.sameYearExams),
      services.exams.sameYear(exam, limits.sameYearExams),
    ])
    /* One exam stands in one list: its links have names of their own. */
    const latest = newest
      .filter(({ id }) => !sameYear.some(shown => shown.id === id))
      .slice(0, limits.latestExams)
    const repeatedCount = counts.find(count => count.subject === subject)?.count ?? 0
    return { exam, places, ways, pdfBytes, repeats, repeatedCount, texts, latest, sameYear }
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
    { label: grades[exam.stage].shortLabel, href: list },
    { label: subjectLabels[exam.subject], href: hrefWith(list, { subject: exam.subject }) },
    { label: examPlaceName(exam), href: paths.exam(exam.id) },
  ] as const
}

/** The way to the exam for those who see it, whose heading says the rest: «وزاري السادس الإعدادي ‹ الفيزياء». */
function shortCrumbsOf(exam: Exam) {
  const [, grade, subject, itself] = crumbsOf(exam)
  return [{ label: `وزاري ${grade.label}`, href: grade.href }, subject, itself]
}

function ExamView({ data, address }: ViewProps<object, ExamPageData>) {
  const { exam, places, ways, pdfBytes, repeats, repeatedCount, texts, latest, sameYear } = data
  const { stage, subject, files } = exam
  const isLight = useContext(LightContext)
  const repeated = repeatedCount > 0 ? repeatedWay(stage, subject, repeatedCount) : undefined
  const name = examName(exam)
  const round = roundLabel(exam.try, formatPlainNumber)
  const pages = files.map((url, index) => {
    const facts = exam.pages[index] ?? null
    return {
      full: url,
      ...imageSources(facts ?? url, isLight ? plainImageWidth : 1280),
      alt: `الصفحة ${formatPlainNumber(index + 1)} من ${formatPlainNumber(files.length)} من أسئلة ${name}`,
      text: texts[index],
      notes: notesOfPage(repeats, index + 1, repeated?.href),
    }
  })
  return (
    <>
      <article className={pages.length > 0 ? 'wrap exam-page exam-sheets' : 'wrap exam-page'}>
        <header className="exam-head">
          <Breadcrumb crumbs={shortCrumbsOf(exam)} />
          <h1>
            {subjectLabels[subject]} {formatPlainNumber(exam.releaseYear)}
            {round && <span className="exam-between">{between}</span>}
            <span className="exam-round">{round}</span>
          </h1>
          <p className="exam-facts">
            {grades[stage].shortLabel}
            {pages.length > 0 && between + formatCount(pages.length, countedNouns.page)}
          </p>
        </header>
        <div className="exam-main">
          <ExamSteps exam={exam} places={places} />
          {pages.length > 0 && (
            <section className="exam-paper" aria-label="صفحات الأسئلة">
              <label className="chip light-paper no-print">
                <input type="checkbox" /> ورق فاتح
              </label>
              {isLight && (
                <p className="pages-are-small muted no-print">
                  الصفحات صغيرة هنا لتوفير بياناتك. اضغط على الصفحة لتراها كبيرة.
                </p>
              )}
              <Island
                name="Gallery"
                props={{ sizes: '(min-width: 62rem) 25rem, 100vw', images: pages, label: exam.title }}
              />
              <span className="pages-reached" data-behaviour="pages" data-when="visible" />
            </section>
          )}
        </div>
        <div className="exam-side no-print">
          <ExamActions exam={exam} pdfBytes={pdfBytes} />
          {places.length > 1 && (
            <section className="exam-years-card" aria-labelledby="years">
              <h2 className="section-title" id="years">
                كل سنوات {subjectLabels[subject]}
              </h2>
              <ExamYears grade={stage} subject={subject} places={places} current={exam} />
            </section>
          )}
          <SubjectWays grade={stage} subject={subject} ways={repeated ? [repeated, ...ways] : ways} />
        </div>
      </article>
      <AboutExam exam={exam} address={address} />
      <RelatedExams id="same-year" title="امتحانات السنة نفسها" exams={sameYear} />
      <RelatedExams id="latest" title="أحدث الامتحانات" exams={latest} />
    </>
  )
}

function AboutExam({ exam, address }: { exam: Exam; address: string }) {
  const facts = [
    { name: 'المادة', value: subjectLabels[exam.subject] },
    { name: 'الصف', value: grades[exam.stage].label },
    { name: 'السنة', value: formatPlainNumber(exam.releaseYear) },
    { name: 'الدور', value: roundLabel(exam.try, formatPlainNumber) },
    { name: 'آخر تحديث', value: formatDate(exam.updatedAt), dateTime: dayInBaghdad(exam.updatedAt) },
  ]
  return (
    <section className="wrap section about-exam no-print" aria-labelledby="about-exam">
      <h2 className="section-title" id="about-exam">
        عن هذا الامتحان
      </h2>
      <p className="about-title">
        <bdi>{exam.title}</bdi>
      </p>
      <p className="prose with-lines">
        <LinkedText text={exam.description} />
      </p>
      <Facts facts={facts} />
      <ExamMirrors exam={exam} />
      <ShareBar title={titleOf(exam)} address={address} />
    </section>
  )
}

function RelatedExams({ id, title, exams }: { id: string; title: string; exams: readonly Exam[] }) {
  if (exams.length === 0) return null
  return (
    <section className="wrap section no-print" aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      <ul className="record-rows">
        {exams.map(exam => (
          <ExamRow key={exam.id} exam={exam} said={{ grade: exam.stage }} headingLevel={3} />
        ))}
      </ul>
    </section>
  )
}
