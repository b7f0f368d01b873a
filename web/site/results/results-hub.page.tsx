import { ExternalLink, GraduationCap, School } from 'lucide-react'
import { grades, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { StageCards } from '#web/school/stage-cards.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { resultSiteLinks } from '../chrome/menu-data.ts'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'

/** `/results`: the official result sites, and our own folders. */
export const resultsHubPage = definePage<object, object>({
  address: paths.results,
  tags: [],
  load: async () => ({}),
  meta: ({ settings }) => ({
    title: 'النتائج الوزارية',
    description: `${resultSiteLinks(settings).length > 0 ? 'روابط مواقع النتائج الرسمية، و' : ''}ملفات النتائج حسب السنة والمدينة والفرع والدور.`,
    breadcrumb: [{ label: 'النتائج الوزارية', href: paths.results }],
    feed: discoveryPaths.feed('results'),
  }),
  View: ResultsHub,
})

function ResultsHub({ settings }: ViewProps<object, object>) {
  const sites = resultSiteLinks(settings)
  const folders = ministerialGradeCodes.map(grade => ({
    href: paths.resultsOfGrade(grade),
    title: grades[grade].label,
    text: 'ملفات النتائج حسب السنة والمدينة والدور، للتحميل المباشر.',
  }))
  return (
    <>
      <PageHeading
        title="النتائج الوزارية"
        text={
          sites.length > 0
            ? 'من المواقع الرسمية مباشرة، أو من ملفات النتائج المحفوظة لدينا.'
            : 'من ملفات النتائج المحفوظة لدينا.'
        }
      />
      <section className="wrap section" aria-labelledby="mine">
        <h2 className="section-title" id="mine">
          اعرف نتيجتك
        </h2>
        <ul className="school-list">
          {ministerialGradeCodes.map(grade => (
            <li className="school-row is-stage" key={grade}>
              <span className="school-tile">
                <GraduationCap aria-hidden="true" />
              </span>
              <a className="card-link" href={paths.resultsOfGrade(grade)}>
                <span className="visually-hidden">نتائج </span>
                {grades[grade].shortLabel}
              </a>
              <a className="chip" href={paths.schoolsOfGrade(grade)}>
                <School aria-hidden="true" />
                ابحث عن مدرستك
                <span className="visually-hidden">، {grades[grade].shortLabel}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      {sites.length > 0 && (
        <section className="wrap section" aria-labelledby="official">
          <h2 className="section-title" id="official">
            مواقع النتائج الرسمية
          </h2>
          <ul className="site-cards">
            {sites.map(({ label, href }) => (
              <li key={label}>
                <a className="site-card" href={href} rel="noopener" target="_blank">
                  <span>{label}</span>
                  <ExternalLink role="img" aria-label="(موقع خارجي)" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="wrap section" aria-labelledby="folders">
        <h2 className="section-title" id="folders">
          ملفات النتائج
        </h2>
        <StageCards cards={folders} headingLevel={3} />
      </section>
    </>
  )
}
