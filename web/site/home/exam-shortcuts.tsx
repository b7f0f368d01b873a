import { BookOpen, FileQuestionMark, GraduationCap, NotebookText } from 'lucide-react'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'

const shortcuts = [
  { label: 'الكتب', Icon: BookOpen, address: paths.booksOfGrade },
  { label: 'الملازم', Icon: NotebookText, address: paths.notesOfGrade },
  { label: 'الأسئلة', Icon: FileQuestionMark, address: paths.examsOfGrade },
  { label: 'النتائج', Icon: GraduationCap, address: paths.resultsOfGrade },
]

/** What a student of an exam grade wants at once. */
export function ExamShortcuts() {
  return (
    <section className="wrap part exam-shortcuts" aria-labelledby="exam-grades">
      <h2 className="section-title" id="exam-grades">
        صفوف الامتحانات الوزارية
      </h2>
      <ul className="exam-grades">
        {ministerialGradeCodes.map(grade => (
          <li className="exam-grade" key={grade}>
            <h3>
              <a href={paths.grade(grade)}>{grades[grade].shortLabel}</a>
            </h3>
            <ul className="chips">
              {shortcuts.map(({ label, Icon, address }) => (
                <li key={label}>
                  <a className="chip" href={address(grade)}>
                    <Icon aria-hidden="true" />
                    {label}
                    <span className="visually-hidden">: {grades[grade].label}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
