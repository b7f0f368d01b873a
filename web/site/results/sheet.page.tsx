import {
  ArrowRight,
  ChevronLeft,
  ChevronRight,
  Download,
  FileSpreadsheet,
  LocateFixed,
  School,
} from 'lucide-react'
import { z } from 'zod'
import { grades } from '#contract/codes/grades.ts'
import {
  countedNouns,
  formatCount,
  formatFileSize,
  formatNumber,
  formatPlainNumber,
} from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { pageCount } from '#contract/page.ts'
import { pageSources } from '#contract/page-pictures.ts'
import { paths } from '#contract/paths.ts'
import { imageSources } from '#contract/resources/file.ts'
import { sheetTypes } from '#web/shelf/sheet-types.ts'
import type { Services } from '#server/services.ts'
import { ActionBar } from '#web/school/action-bar.tsx'
import { downloadData } from '#web/school/download-data.ts'
import { KeepButton } from '#web/school/keep-button.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { hrefWith, pageParameter } from '../query.ts'
import { branchName, groupBeside, placeLine, releaseName } from './release-name.ts'
import { SchoolRow } from './school-row.tsx'

const perPage = limits.sheetPagesShown
/** The shape of a page that has not been seen yet. Units: those of a page of A4. */
const usualSize = { width: 1400, height: 1980 }

const sheetQuery = z.object({ page: pageParameter })
type SheetQuery = z.infer<typeof sheetQuery>
type SheetData = Awaited<ReturnType<Services['results']['schools']['place']>>
type Props = ViewProps<SheetQuery, SheetData>

const pagesOf = ({ school }: SheetData) => (school.kind === 'pdf' ? (school.pages ?? 1) : 1)

/** Newest or not, the schools of the release that a sheet is of. */
function schoolsAddress({ release, school }: SheetData): string {
  const { stage, releaseYear: year, try: round } = release
  return hrefWith(paths.schoolsOfGrade(stage), { city: school.city, try: round, year })
}

function titleOf({ school, release }: SheetData): string {
  return [
    `نتائج ${school.school}`,
    school.city,
    branchName(school.branch),
    grades[release.stage].shortLabel,
    releaseName(release),
  ]
    .filter(Boolean)
    .join('، ')
}

function crumbsOf(data: SheetData) {
  const { stage, releaseYear } = data.release
  const root = paths.resultsOfGrade(stage)
  const { city, group, school } = data.school
  return [
    { label: 'النتائج الوزارية', href: paths.results },
    { label: grades[stage].label, href: root },
    { label: formatPlainNumber(releaseYear), href: hrefWith(root, { path: String(releaseYear) }) },
    { label: city, href: schoolsAddress(data) },
    ...(group ? [{ label: group, href: hrefWith(schoolsAddress(data), { group }) }] : []),
    { label: school },
  ]
}

/** `/results/sheet/{sheetId}`: the sheet of one school, page by page. Source: R7.2. */
export const sheetPage = definePage<SheetQuery, SheetData>({
  address: paths.sheet(':id'),
  hasActionBar: true,
  query: sheetQuery,
  tags: ['results'],
  async load({ services, params, query }) {
    const place = await services.results.schools.place(params.id ?? '')
    const pages = pageCount(pagesOf(place), perPage)
    if (query.page > pages)
      return { redirectTo: hrefWith(paths.sheet(place.school.id), { page: pages }), isPermanent: false }
    return place
  },
  meta: ({ data }) => ({
    title: titleOf(data),
    description: `ورقة نتائج ${data.school.school} في ${data.school.city}: صفحاتها وملفها وحده.`,
    breadcrumb: crumbsOf(data),
  }),
  failure(code) {
    const back = { backHref: paths.results, backLabel: 'العودة إلى النتائج' }
    if (code === 'sheet_not_found') {
      return {
        title: 'ورقة المدرسة غير موجودة',
        text: 'ربما استُبدل ملف مدينتها. ابحث عن مدرستك من جديد.',
        ...back,
      }
    }
    return { title: 'حدث خطأ', text: 'فشل في تحميل ورقة المدرسة. يرجى المحاولة مرة أخرى لاحقًا.', ...back }
  },
  View: SheetView,
})

function SheetView({ data, query, address }: Props) {
  const { school, release, ofCity, others } = data
  const { kind, url, size } = school
  const pages = pagesOf(data)
  return (
    <article className="wrap section sheet">
      <Breadcrumb crumbs={crumbsOf(data)} />
      <header className="sheet-head">
        <a
          className="icon-button sheet-back no-print"
          href={schoolsAddress(data)}
          aria-label={`رجوع إلى مدارس ${school.city}`}
        >
          <ArrowRight aria-hidden="true" />
        </a>
        <div className="sheet-name">
          <h1>
            <bdi>{school.school}</bdi>
          </h1>
          <p className="muted">
            {placeLine([
              school.city,
              branchName(school.branch),
              groupBeside(school),
              releaseName(release),
              grades[release.stage].shortLabel,
            ])}
          </p>
        </div>
      </header>
      {kind === 'file' ? (
        <p className="sheet-download-only">
          <FileSpreadsheet aria-hidden="true" />
          هذه الورقة جدول يُحمَّل ويُفتح على جهازك، ولا تُعرض صفحاته هنا.
        </p>
      ) : (
        <SheetPages data={data} page={query.page} />
      )}
      <div className="downloads sheet-bar">
        <ActionBar
          label={titleOf(data)}
          keep={<KeepButton of={`sheet:${school.id}`} title={`ورقة ${school.school}`} />}
        >
          {kind === 'pdf' && pages > 1 && (
            <SheetSlider id={school.id} pages={pages} first={(query.page - 1) * perPage + 1} />
          )}
          <a
            className="button is-download"
            href={url}
            download=""
            {...downloadData(url, { size, type: sheetTypes[kind] }, `ورقة ${school.school}`)}
          >
            <Download aria-hidden="true" />
            <span className="button-text">
              <span data-slot="label">تحميل الورقة</span>
              <bdi className="file-facts">
                {placeLine([kind === 'pdf' ? 'PDF' : null, formatFileSize(size)])}
              </bdi>
            </span>
          </a>
        </ActionBar>
        <a className="button is-quiet no-print" href={schoolsAddress(data)}>
          <School aria-hidden="true" />
          <span>
            مدارس <bdi>{school.city}</bdi>
          </span>
        </a>
      </div>
      <ShareBar title={titleOf(data)} address={address} />
      <Neighbours data={data} />
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 className="section-title" id="others">
            مدارس أخرى في <bdi>{school.city}</bdi>
          </h2>
          <ul className="school-list">
            {others.map(other => (
              <SchoolRow key={other.id} school={other} isOfCity />
            ))}
          </ul>
          <p>
            <a className="button is-quiet" href={schoolsAddress(data)}>
              كل مدارس <bdi>{school.city}</bdi> ({formatNumber(ofCity)})
            </a>
          </p>
        </section>
      )}
    </article>
  )
}

function SheetPages({ data, page }: { data: SheetData; page: number }) {
  const { school } = data
  const { kind, url, id } = school
  const all = pagesOf(data)
  const first = (page - 1) * perPage
  const shown = Array.from({ length: Math.min(perPage, all - first) }, (_, index) => first + index + 1)
  const describe = (number: number) =>
    all > 1
      ? `الصفحة ${formatPlainNumber(number)} من ${formatPlainNumber(all)} من ورقة ${school.school}`
      : `ورقة ${school.school}`
  return (
    <section aria-label="صفحات الورقة" data-behaviour="sheet" data-sheet={id}>
      <button className="button is-quiet sheet-own no-print" type="button" hidden>
        <LocateFixed aria-hidden="true" />
        سطري
      </button>
      <ol className={data.size ? 'sheet-pages' : 'sheet-pages is-unseen'} data-kind={kind}>
        {shown.map((number, index) => (
          <li key={number} id={`page-${number}`}>
            <SheetPicture {...pictureOf(data, number)} alt={describe(number)} isFirst={index === 0} />
            {all > 1 && <span className="sheet-number">{formatPlainNumber(number)}</span>}
            {kind === 'pdf' && (
              <a className="sheet-text no-print" href={paths.sheetText(id, number)} rel="nofollow">
                نص الصفحة {formatPlainNumber(number)}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Pagination
        page={page}
        pages={pageCount(all, perPage)}
        hrefOf={other => hrefWith(paths.sheet(id), { page: other })}
      />
      <p className="muted sheet-note">
        {kind === 'pdf' ? `${formatCount(all, countedNouns.page)} مصوّرة.` : 'ورقة مصوّرة.'} للقارئ الصوتي
        والبحث داخل النص: <a href={url}>الملف نفسه</a>
        {kind === 'pdf' && '، أو نص كل صفحة بعد صورتها'}.
      </p>
    </section>
  )
}

/** From page to page at the thumb; what it does stands in `web/islands/sheet-behaviour.ts`. */
function SheetSlider({ id, pages, first }: { id: string; pages: number; first: number }) {
  return (
    <div className="sheet-slider needs-script" data-behaviour="sheet" data-sheet={id}>
      <output>{formatPlainNumber(first)}</output>
      <input type="range" min={1} max={pages} defaultValue={first} aria-label="الصفحة" />
      <span className="muted">{formatPlainNumber(pages)}</span>
    </div>
  )
}

function pictureOf(
  { school, pictures, size }: SheetData,
  page: number,
): Pick<SheetPictureProps, 'sources' | 'size'> {
  const { kind, sha256, url } = school
  const ready = pictures.find(picture => picture.page === page)
  const shape = ready ?? size ?? usualSize
  if (kind === 'image') return { sources: imageSources({ url, ...shape }, 1280), size: shape }
  if (ready) return { sources: { src: ready.url }, size: shape }
  return { sources: pageSources(sha256, page), size: shape }
}

interface SheetPictureProps {
  sources: { src: string; avifSrcSet?: string | undefined; webpSrcSet?: string | undefined }
  size: { width: number; height: number }
  alt: string
  isFirst: boolean
}

function SheetPicture({ sources, size: { width, height }, alt, isFirst }: SheetPictureProps) {
  const { src, avifSrcSet, webpSrcSet } = sources
  const sizes = '(max-width: 58rem) 100vw, 56rem'
  return (
    <picture>
      {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
      {webpSrcSet && <source type="image/webp" srcSet={webpSrcSet} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}

function Neighbours({ data: { before, after } }: { data: SheetData }) {
  if (!before && !after) return null
  return (
    <nav className="sheet-neighbours" aria-label="المدرسة السابقة والتالية">
      {before && (
        <a className="results-way" href={paths.sheet(before.id)} rel="prev">
          <ChevronRight aria-hidden="true" />
          <span>
            <span className="muted">السابقة</span>
            <bdi>{before.school}</bdi>
          </span>
        </a>
      )}
      {after && (
        <a className="results-way is-next" href={paths.sheet(after.id)} rel="next">
          <span>
            <span className="muted">التالية</span>
            <bdi>{after.school}</bdi>
          </span>
          <ChevronLeft aria-hidden="true" />
        </a>
      )}
    </nav>
  )
}
