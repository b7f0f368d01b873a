import { Lock } from 'lucide-react'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

interface Props {
  stage: MinisterialGradeCode
  /** Which results are looked through; all of the stage without. */
  release: { releaseYear: number; try: number } | null
  typed?: string
  error?: string | undefined
}

/** One field for the exam number; without scripts it is sent, and the answer is a page that nobody keeps. */
export function NumberForm({ stage, release, typed = '', error }: Props) {
  const { minExamNumberDigits: least, maxExamNumberDigits: most } = limits
  return (
    <form className="number-form" method="post" action={paths.resultAnswer(stage)} autoComplete="off">
      <h2 id="my-result">
        <label htmlFor="exam-number">اعرف نتيجتك</label>
      </h2>
      <input
        className="input"
        id="exam-number"
        name="number"
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={limits.maxExamNumberDigits * 2}
        defaultValue={typed}
        placeholder={`رقمك الامتحاني، ${formatPlainNumber(least)} إلى ${formatPlainNumber(most)} رقماً`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'exam-number-error' : undefined}
      />
      {error && (
        <p className="field-error" id="exam-number-error">
          {error}
        </p>
      )}
      {release && (
        <>
          <input type="hidden" name="releaseYear" value={release.releaseYear} />
          <input type="hidden" name="try" value={release.try} />
        </>
      )}
      <button className="button" type="submit">
        اعرض نتيجتي
      </button>
      <p className="number-form__note">
        <Lock aria-hidden="true" />
        رقمك لا يُحفظ عندنا.
      </p>
    </form>
  )
}
