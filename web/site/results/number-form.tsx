import { Bookmark, CircleCheck, Download, FileText, Lock, School, Share2 } from 'lucide-react'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { examNumberField, paths } from '#contract/paths.ts'
import { numberNotFoundHelp, wrongExamNumber } from '#contract/resources/lookup.ts'
import { OwnSchoolButton, ownSchoolsHref } from './school-search-way.tsx'

interface Props {
  stage: MinisterialGradeCode
  /** Which results are looked through; all of the stage without. */
  release: { releaseYear: number; try: number } | null
  /** The version of the release's buckets of exam numbers and the digits that name one, where they are known. */
  numbers?: { version: string; digits: number } | undefined
  /** What helps who is not found while not all sheets are read; '' when they are. */
  unread?: string
  typed?: string
  error?: string | undefined
}

/**
 * One field for the exam number. With scripts it is looked for in static buckets and never leaves the device; without
 * them it is sent, and the answer is a page that nobody keeps. Source: R6.3, R6.4.
 */
export function NumberForm(props: Props) {
  const { stage, release, numbers, unread } = props
  if (release === null) return <Form {...props} />
  const buckets = paths.examNumbers(stage, `${release.releaseYear}-${release.try}`)
  const name = `${roundLabel(release.try, formatPlainNumber)} ${formatPlainNumber(release.releaseYear)}`
  const schools = ownSchoolsHref(stage, release)
  return (
    <div
      className="my-result"
      data-behaviour="myResult"
      data-numbers={buckets}
      data-version={numbers?.version}
      data-digits={numbers?.digits}
      data-least={limits.minExamNumberDigits}
      data-most={limits.maxExamNumberDigits}
    >
      <Form {...props} />
      <div className="answer" data-answer="" role="status" tabIndex={-1} />
      <template data-found="">
        <MatchFrame round={name} schools={schools} />
      </template>
      <template data-missing="">
        <div className="notice">
          <bdi className="answer-number" dir="ltr" data-slot="number" />
          <p>
            لم نجد هذا الرقم في نتائج {name}. إن كانت مدينتك قد صدرت ف{numberNotFoundHelp}. وإلا تظهر نتيجتك
            هنا وحدها.
          </p>
          {unread && <p>{unread}</p>}
          <OwnSchoolButton href={schools} />
        </div>
      </template>
      <template data-wrong="">
        <div className="notice">
          <p>{wrongExamNumber}، كما هو في بطاقتك. لا يُبحث هنا بالاسم.</p>
          <OwnSchoolButton href={schools} />
        </div>
      </template>
      <template data-failed="">
        <div className="notice is-failed">
          <p>تعذر الوصول إلى النتائج. تأكد من الاتصال، ثم اضغط «اعرض نتيجتي» من جديد.</p>
        </div>
      </template>
    </div>
  )
}

/** A match whose facts the browser fills in. */
function MatchFrame({ round, schools }: { round: string; schools: string }) {
  return (
    <article className="answer-match">
      <p className="answer-found">
        <CircleCheck aria-hidden="true" />
        <span>
          وُجد الرقم <bdi dir="ltr" data-slot="number" /> في ورقة مدرستك.
        </span>
      </p>
      <p className="answer-label">سطرك كما في الورقة، وحده:</p>
      <div className="own-row" data-slot="row" />
      <dl className="answer-facts">
        <div>
          <dt>المدرسة</dt>
          <dd data-slot="school" />
        </div>
        <div>
          <dt>المديرية</dt>
          <dd data-slot="city" />
        </div>
        <div>
          <dt>الدور</dt>
          <dd>{round}</dd>
        </div>
        <div>
          <dt>المكان</dt>
          <dd data-slot="page" />
        </div>
      </dl>
      <a className="button" data-slot="sheet" href={paths.results}>
        <FileText aria-hidden="true" />
        افتح ورقة المدرسة عند سطرك
      </a>
      <p className="answer-ways">
        <button className="button is-quiet" type="button" data-slot="keep">
          <Bookmark aria-hidden="true" />
          احفظ سطري
        </button>
        <button className="button is-quiet" type="button" data-slot="share">
          <Share2 aria-hidden="true" />
          شارك الصورة
        </button>
        <a className="button is-quiet" data-slot="file" href={paths.results} download="">
          <Download aria-hidden="true" />
          تحميل الورقة
        </a>
      </p>
      <p>
        <a className="answer-again" data-slot="schools" href={schools}>
          <School aria-hidden="true" />
          <span>
            مدارس <bdi data-slot="place" />
          </span>
        </a>
      </p>
    </article>
  )
}

function Form({ stage, release, typed = '', error }: Props) {
  const { minExamNumberDigits: least, maxExamNumberDigits: most } = limits
  return (
    <form
      className="number-form"
      method="post"
      action={paths.resultAnswer(stage)}
      autoComplete="off"
      /* What is wrong is said here in Arabic, by the page's script or by the server: not by the browser in its language. */
      noValidate
    >
      <h2 id="my-result">
        <label htmlFor={examNumberField}>اعرف نتيجتك</label>
      </h2>
      <input
        className="input"
        id={examNumberField}
        name="number"
        inputMode="numeric"
        autoComplete="off"
        required
        minLength={limits.minExamNumberDigits}
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
        <span data-note="">رقمك لا يُحفظ عندنا.</span>
      </p>
    </form>
  )
}
