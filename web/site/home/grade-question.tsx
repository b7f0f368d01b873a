import { gradesOfStage, grades, isMinisterialGradeCode, stageCodes, stages } from '#contract/codes/grades.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { gradeKey } from '../grade/grade-key.ts'

/** «ما صفك؟»: a link to each grade's page; where scripts run the device keeps the one that was pressed. Source: P15.2. */
export function GradeQuestion() {
  return (
    <section className="grade-question" id="grade-question" aria-labelledby="grade-question-title">
      <div className="grade-question-head">
        <h2 id="grade-question-title">ما صفك؟</h2>
        <p>
          <span className="needs-script">يُحفظ على جهازك وحده. </span>الذهبية وزارية.
        </p>
      </div>
      {stageCodes.map(stage => (
        <div className="grade-line" key={stage} role="group" aria-label={stages[stage].shortLabel}>
          <span aria-hidden="true">{stages[stage].shortLabel}</span>
          <ul>
            {gradesOfStage(stage).map(grade => (
              <li key={grade}>
                <a
                  className={isMinisterialGradeCode(grade) ? 'is-ministerial' : undefined}
                  href={paths.grade(grade)}
                  data-keep={gradeKey({ grade, branch: undefined })}
                  aria-label={`${formatPlainNumber(grades[grade].ordinal)}، ${grades[grade].shortLabel}`}
                >
                  {stage === 'PRIMARY' ? (
                    formatPlainNumber(grades[grade].ordinal)
                  ) : (
                    <>
                      <span className="grade-word">{grades[grade].shortLabel.split(' ')[0]}</span>
                      <span className="grade-digit">{formatPlainNumber(grades[grade].ordinal)}</span>
                    </>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a className="button is-quiet is-small for-mine" href={paths.home} data-keep="">
        انسَ صفي
      </a>
    </section>
  )
}
