import { ChevronLeft, Lock } from 'lucide-react'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { formatDigits } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { EmptyNotice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { settingsOrDefaults } from '../define-page.tsx'
import { renderDocument } from '../document.tsx'
import type { DocumentAnswer, PageRequest } from '../page-module.ts'
import { releaseName } from '../results/release-name.ts'

/** The page for an exam number that was sent to the search without scripts: of which stage is it? */
export async function numberChoice(request: PageRequest, number: string): Promise<DocumentAnswer> {
  const { results } = request.services
  const all = await Promise.all(ministerialGradeCodes.map(stage => results.status({ stage })))
  const body = renderDocument({
    ...request,
    settings: await settingsOrDefaults(request.services),
    meta: { title: 'اختر صفك', isHiddenFromSearch: true, canonical: paths.results },
    content: <NumberChoice number={number} open={all.filter(({ release }) => release !== null)} />,
  })
  return { kind: 'document', status: 200, type: 'text/html; charset=utf-8', body }
}

function NumberChoice({ number, open }: { number: string; open: readonly ReleaseStatus[] }) {
  return (
    <>
      <PageHeading title="هذا رقم امتحاني" text="اختر صفك لتعرض نتيجتك." />
      <div className="wrap section answer">
        <p>
          <bdi className="answer-number" dir="ltr">
            {formatDigits(number)}
          </bdi>
        </p>
        {open.length === 0 && (
          <EmptyNotice title="لم تصدر النتائج بعد" text="تظهر في صفحة النتائج حالما تصدر.">
            <a className="button is-quiet" href={paths.results}>
              النتائج الوزارية
            </a>
          </EmptyNotice>
        )}
        {open.map(({ stage, release }) => (
          <form className="number-choice" method="post" action={paths.resultAnswer(stage)} key={stage}>
            <input type="hidden" name="number" value={number} />
            <input type="hidden" name="releaseYear" value={release?.releaseYear} />
            <input type="hidden" name="try" value={release?.try} />
            <button className="results-way" type="submit">
              <span>
                <strong>{grades[stage].shortLabel}</strong>
                <span className="muted">{release && releaseName(release)}</span>
              </span>
              <ChevronLeft aria-hidden="true" />
            </button>
          </form>
        ))}
        <p className="number-form__note">
          <Lock aria-hidden="true" />
          رقمك لا يُحفظ عندنا.
        </p>
      </div>
    </>
  )
}
