import { CircleCheck, Download, FileText, Lock, RotateCcw, School } from 'lucide-react'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatDigits, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { LookupMatch } from '#contract/resources/lookup.ts'
import { sheetPageAddress } from '#contract/sheet-address.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { settingsOrDefaults } from '../define-page.tsx'
import { renderDocument } from '../document.tsx'
import type { DocumentAnswer, PageRequest, SentLookup } from '../page-module.ts'
import { hrefWith } from '../query.ts'
import { NumberForm } from './number-form.tsx'
import { OwnRow } from './own-row.tsx'
import { OwnSchoolButton, ownSchoolsHref } from './school-search-way.tsx'

/** The page for an exam number that was sent without scripts. */
export async function resultAnswer(request: PageRequest, sent: SentLookup): Promise<DocumentAnswer> {
  const { stage, outcome } = sent
  const isFound = 'found' in outcome
  const title = isFound ? 'نتيجتك' : 'لم نجد نتيجتك'
  const body = renderDocument({
    ...request,
    settings: await settingsOrDefaults(request.services),
    meta: { title, headerName: title, isHiddenFromSearch: true, canonical: paths.resultsOfGrade(stage) },
    content: <AnswerView title={title} sent={sent} />,
  })
  return { kind: 'document', status: isFound ? 200 : outcome.status, type: 'text/html; charset=utf-8', body }
}

function AnswerView({ title, sent }: { title: string; sent: SentLookup }) {
  const { stage, number, outcome } = sent
  const root = paths.resultsOfGrade(stage)
  const [releaseYear, round] = [Number(sent.releaseYear), Number(sent.try)]
  const release = releaseYear > 0 && round > 0 ? { releaseYear, try: round } : null
  return (
    <>
      <PageHeading title={title}>
        <Breadcrumb
          crumbs={[
            { label: 'النتائج الوزارية', href: paths.results },
            { label: grades[stage].label, href: root },
          ]}
        />
      </PageHeading>
      <div className="wrap section answer">
        {'found' in outcome ? (
          <>
            <p className="answer-found" role="status">
              <CircleCheck aria-hidden="true" />
              <span>
                وُجد الرقم <bdi dir="ltr">{formatDigits(number)}</bdi> {placesOf(outcome.found.matches.length)}
              </span>
            </p>
            {outcome.found.matches.map(match => (
              <Match
                key={`${match.sheetId} ${match.page} ${match.picture?.row.join(' ')}`}
                match={match}
                stage={stage}
              />
            ))}
            <p className="number-form__note">
              <Lock aria-hidden="true" />
              لا يظهر هنا طالب غيرك، ورقمك لا يُحفظ عندنا.
            </p>
            <p>
              <a className="answer-again" href={root}>
                <RotateCcw aria-hidden="true" />
                اعرض رقماً آخر
              </a>
            </p>
          </>
        ) : (
          <>
            <div className="notice" role="alert">
              <bdi className="answer-number" dir="ltr">
                {formatDigits(number)}
              </bdi>
              <p>{outcome.message}</p>
              <OwnSchoolButton href={ownSchoolsHref(stage, release)} />
            </div>
            <NumberForm stage={stage} release={release} typed={number} />
          </>
        )}
      </div>
    </>
  )
}

function placesOf(matches: number): string {
  return matches === 1 ? 'في ورقة مدرستك.' : `في ${formatPlainNumber(matches)} مواضع.`
}

/** Where a number stands, and the row itself. */
function Match({ match, stage }: { match: LookupMatch; stage: SentLookup['stage'] }) {
  const { school, city, branch, page, pages, picture, url } = match
  const schoolsHref = hrefWith(paths.schoolsOfGrade(stage), { city, year: match.releaseYear, try: match.try })
  const facts: [string, string][] = [
    ['المدرسة', school],
    ['المديرية', branch ? `${city} · ${branchLabels[branch]}` : city],
    ['الدور', `${roundLabel(match.try, formatPlainNumber)} ${formatPlainNumber(match.releaseYear)}`],
    ['المكان', `الورقة ${formatPlainNumber(page)} من ${formatPlainNumber(pages)}`],
  ]
  return (
    <article className="answer-match" aria-label={school}>
      {picture === null ? (
        <p>تعذر قص سطرك من الورقة. افتح ورقة المدرسة، وسطرك في الصفحة {formatPlainNumber(page)}.</p>
      ) : (
        <>
          <p className="answer-label">سطرك كما في الورقة، وحده:</p>
          <OwnRow picture={picture} />
        </>
      )}
      <dl className="answer-facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <a className="button" href={sheetPageAddress(match.sheetId, page)}>
        <FileText aria-hidden="true" />
        افتح ورقة المدرسة عند سطرك
      </a>
      <p className="answer-ways">
        <a className="button is-quiet" href={schoolsHref}>
          <School aria-hidden="true" />
          <span>
            مدارس <bdi>{city}</bdi>
          </span>
        </a>
        <a className="button is-quiet" href={url} download="">
          <Download aria-hidden="true" />
          تحميل الورقة
        </a>
      </p>
    </article>
  )
}
