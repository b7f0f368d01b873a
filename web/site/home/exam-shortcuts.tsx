import { BookOpen, ClipboardList, GraduationCap, NotebookPen } from 'lucide-react'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'

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
              <li>
                <a className="chip" href={paths.booksOfGrade(grade)}>
                  <BookOpen aria-hidden="true" />
                  الكتب
                  <ForGrade grade={grade} />
                </a>
              </li>
              <li>
                <a className="chip" href={paths.notesOfGrade(grade)}>
                  <NotebookPen aria-hidden="true" />
                  الملازم
                  <ForGrade grade={grade} />
                </a>
              </li>
              <li>
                <a className="chip" href={paths.examsOfGrade(grade)}>
                  <ClipboardList aria-hidden="true" />
                  الأسئلة
                  <ForGrade grade={grade} />
                </a>
              </li>
              <li>
                <a className="chip" href={paths.resultsOfGrade(grade)}>
                  <GraduationCap aria-hidden="true" />
                  النتائج
                  <ForGrade grade={grade} />
                </a>
              </li>
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whose books or results a link leads to, for those who hear it apart from its heading. */
function ForGrade({ grade }: { grade: MinisterialGradeCode }) {
  return <span className="visually-hidden">: {grades[grade].label}</span>
}
