import { ChevronLeft, FileText, Files } from 'lucide-react'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel, rounds } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { ExamPlace } from '#contract/resources/exam.ts'
import { hrefWith } from '../href-with.ts'
import { isNew } from '../lists/is-new.ts'
import { examPlaceName, roundWord } from './exam-name.ts'

interface ExamYearsProps {
  grade: MinisterialGradeCode
  subject: SubjectCode
  /** The exams of the grade and subject, the newest year first. */
  places: readonly ExamPlace[]
  /** The exam in view, which is marked. */
  current?: Pick<ExamPlace, 'id' | 'releaseYear' | 'try'>
}

const yearsOf = (places: readonly ExamPlace[]) => [...new Set(places.map(place => place.releaseYear))]

/** Whether there are years enough for a table. Source: P7.5. */
export function isExamTable(places: readonly ExamPlace[]): boolean {
  return yearsOf(places).length >= limits.examTableFromYears
}

/** The exams of one subject by year and round; few years stand in rows instead. Source: P7.5. */
export function ExamYears(props: ExamYearsProps) {
  const { places } = props
  if (places.length === 0) return null
  return isExamTable(places) ? <ExamTable {...props} years={yearsOf(places)} /> : <ExamRows {...props} />
}

function ExamTable({ years, ...props }: ExamYearsProps & { years: readonly number[] }) {
  const { places, subject } = props
  const isStated = places.every(place => place.try > 0)
  const columns = isStated ? rounds : [...rounds, 0]
  return (
    <div className="exam-years">
      <table>
        <caption className="visually-hidden">أسئلة {subjectLabels[subject]}: السنوات والأدوار</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">السنة</span>
            </th>
            {columns.map(round => (
              <th scope="col" key={round}>
                {roundWord(round) || 'غير محدد'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map(year => (
            <tr key={year}>
              <th scope="row">{formatPlainNumber(year)}</th>
              {columns.map(round => (
                <td key={round}>
                  <ExamCell
                    {...props}
                    places={places.filter(place => place.releaseYear === year && place.try === round)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The list of all exams of a year and round. */
const listHref = ({ grade, subject, place }: Omit<ExamYearsProps, 'places'> & { place: ExamPlace }) =>
  hrefWith(paths.examsOfGrade(grade), { subject, year: place.releaseYear, try: place.try })

function ExamCell({ grade, subject, places, current }: ExamYearsProps) {
  const [first] = places
  if (!first) {
    return (
      <span className="exam-cell">
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">غير متوفر</span>
      </span>
    )
  }
  const { releaseYear: year, try: round, count } = first
  const isOne = count === 1
  const isFresh = places.some(place => isNew(place.createdAt))
  const Icon = isOne ? FileText : Files
  const name = [
    `${subjectLabels[subject]} ${formatPlainNumber(year)}`,
    roundLabel(round, formatPlainNumber),
    isOne ? formatCount(first.pages, countedNouns.page) : formatCount(count, countedNouns.exam),
    isFresh && 'جديد',
  ]
  return (
    <a
      className={isFresh ? 'exam-cell is-new' : 'exam-cell'}
      href={isOne ? paths.exam(first.id) : listHref({ grade, subject, place: first })}
      aria-current={current?.releaseYear === year && current.try === round ? 'page' : undefined}
      aria-label={name.filter(Boolean).join('، ')}
      data-place={isOne ? `exam:${first.id}` : undefined}
    >
      <Icon aria-hidden="true" />
      <span>{formatPlainNumber(isOne ? first.pages : count)}</span>
    </a>
  )
}

function ExamRows({ grade, subject, places, current }: ExamYearsProps) {
  const isLast = (place: ExamPlace, index: number) => {
    const next = places[index + 1]
    return next?.releaseYear !== place.releaseYear || next.try !== place.try
  }
  const shownOf = ({ releaseYear, try: round }: ExamPlace) =>
    places.filter(place => place.releaseYear === releaseYear && place.try === round).length
  return (
    <ul className="way-list">
      {places.flatMap((place, index) => [
        <li key={place.id}>
          <a
            className="way-row"
            href={paths.exam(place.id)}
            aria-current={place.id === current?.id ? 'page' : undefined}
          >
            <FileText aria-hidden="true" />
            <span className="way-name">
              <span className="visually-hidden">{subjectLabels[subject]} </span>
              {examPlaceName(place)}
            </span>
            {isNew(place.createdAt) && <span className="new-mark">جديد</span>}
            <span className="way-fact">{formatCount(place.pages, countedNouns.page)}</span>
            <ChevronLeft aria-hidden="true" />
          </a>
        </li>,
        isLast(place, index) && place.count > shownOf(place) && (
          <li key={`all ${place.id}`}>
            <a className="way-row" href={listHref({ grade, subject, place })}>
              <Files aria-hidden="true" />
              <span className="way-name">
                كل أسئلة <span className="visually-hidden">{subjectLabels[subject]} </span>
                {examPlaceName(place)}
              </span>
              <span className="way-fact">{formatCount(place.count, countedNouns.exam)}</span>
              <ChevronLeft aria-hidden="true" />
            </a>
          </li>
        ),
      ])}
    </ul>
  )
}

/** What the looks of the cells mean. */
export function ExamYearsLegend() {
  return (
    <p className="exam-legend" aria-hidden="true">
      <span>
        <i /> متوفر، والرقم صفحاته
      </span>
      <span>
        <i className="is-missing" /> غير متوفر
      </span>
      <span>
        <i className="is-new" /> جديد
      </span>
      <span className="needs-script">
        <i className="is-kept" /> على رفّك
      </span>
    </p>
  )
}
