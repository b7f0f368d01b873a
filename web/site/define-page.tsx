import { AppError, errorCatalogue } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { defaultSiteSettings } from '#contract/resources/site-settings.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { paths } from '#contract/paths.ts'
import type { Services } from '#server/services.ts'
import { renderDocument } from './document.tsx'
import { FailureScreen } from './failure-screen.tsx'
import type { DocumentAnswer, Failure, PageModule, PageRequest, Redirect, SitePage } from './page-module.ts'
import { hrefWith, readSearch } from './query.ts'

/** Makes a page module ready for the server: its types stay inside. */
export function definePage<Query extends object, Data extends object>(
  page: PageModule<Query, Data>,
): SitePage {
  const queryOf = (search: string): Query => {
    if (!page.query) return {} as Query
    const parsed = page.query.safeParse(readSearch(search))
    return parsed.success ? parsed.data : page.query.parse({})
  }
  return {
    address: page.address,
    tags: page.tags,
    keyOf({ path, search }) {
      const query = queryOf(search)
      const isKept = !path.includes('%') && !page.freeText?.some(name => query[name] !== undefined)
      return { key: hrefWith(path, query), isKept }
    },
    async answer(request, lastOf) {
      const query = queryOf(request.search)
      const { services, params, path } = request
      try {
        const [data, settings] = await Promise.all([
          page.load({ services, params, query, path }),
          services.settings.get(),
        ])
        if (isRedirect(data)) {
          return { kind: 'redirect', status: data.isPermanent ? 301 : 302, location: data.redirectTo }
        }
        const last = page.isOfItsData ? lastOf?.(JSON.stringify([data, settings])) : undefined
        if (last !== undefined) return last
        const address = request.origin && request.origin + hrefWith(path, query)
        const props = { data, query, params, settings, address }
        const meta = page.meta(props)
        const body = renderDocument({
          ...request,
          settings,
          meta: { canonical: hrefWith(path, query), ...meta },
          content: <page.View {...props} />,
          isVisit: !meta.isPrivate,
          hasActionBar: page.hasActionBar,
          isBare: page.isBare,
        })
        const type = 'text/html; charset=utf-8'
        return { kind: 'document', status: 200, type, body, isPassing: meta.isPassing }
      } catch (error) {
        const code = request.codeOf(error)
        if (errorCatalogue[code].status === 404) return { kind: 'missing', code }
        return failureAnswer(request, error, page.failure?.(code))
      }
    },
    missing(request, code) {
      const anyOfThem = { ...request, path: page.address, search: '', params: {} }
      return failureAnswer(anyOfThem, new AppError(code), page.failure?.(code))
    },
  }
}

function isRedirect(data: object): data is Redirect {
  return 'redirectTo' in data
}

const backHome = { backHref: paths.home, backLabel: 'العودة إلى الصفحة الرئيسية' }

function generalFailure(code: ErrorCode): Failure {
  const { status, message } = errorCatalogue[code]
  if (status === 404) return { title: message, text: 'ربما حُذف هذا المحتوى أو تغيّر عنوانه.', ...backHome }
  return { title: 'حدث خطأ', text: 'حدث خطأ أثناء تحميل الصفحة. الرجاء المحاولة مرة أخرى', ...backHome }
}

/** The settings, or the defaults where they cannot be read: the frame of a page never fails. */
export async function settingsOrDefaults(services: Services): Promise<SiteSettings> {
  try {
    return await services.settings.get()
  } catch {
    return defaultSiteSettings
  }
}

/** The screen for anything that was thrown, in the frame of the site. */
async function failureAnswer(
  request: PageRequest,
  error: unknown,
  failure?: Failure,
): Promise<DocumentAnswer> {
  const code = request.codeOf(error)
  const { status } = errorCatalogue[code]
  const { title, text, backHref, backLabel } = failure ?? generalFailure(code)
  const body = renderDocument({
    ...request,
    settings: await settingsOrDefaults(request.services),
    meta: { title, description: text, isHiddenFromSearch: true },
    content: (
      <FailureScreen
        title={title}
        text={text}
        backHref={backHref}
        backLabel={backLabel}
        isRetryable={status >= 500 || status === 429}
        retryHref={hrefWith(request.path, readSearch(request.search))}
      />
    ),
  })
  const cause = status >= 500 ? { error } : {}
  return { kind: 'document', status, type: 'text/html; charset=utf-8', body, ...cause }
}

/** The screen for an address that no page has. Source: P11.1. */
export async function notFoundAnswer(request: PageRequest): Promise<DocumentAnswer> {
  const failure = {
    title: 'عذراً، الصفحة غير موجودة',
    text: 'ربما تغيّر عنوان الصفحة أو حُذفت. ابحث عمّا تريد أو عد إلى الصفحة الرئيسية.',
    ...backHome,
  }
  return failureAnswer({ ...request, path: '', search: '' }, new AppError('not_found'), failure)
}

const refusalTitles: Partial<Record<ErrorCode, string>> = {
  file_not_found: 'الملف غير موجود',
  file_damaged: 'الملف غير متاح الآن',
  not_found: 'لا يوجد شيء بهذا العنوان',
  internal: 'حدث خطأ',
}

/** The screen for a request that is refused before it is looked at. An empty link leads to the address itself. */
export async function refusedAnswer(request: PageRequest, error: unknown): Promise<DocumentAnswer> {
  const code = request.codeOf(error)
  const title = refusalTitles[code] ?? 'انتظر قليلاً'
  const { status, message } = errorCatalogue[code]
  const text = status === 404 ? generalFailure(code).text : message
  const failure = { title, text, ...backHome }
  return failureAnswer({ ...request, path: '', search: '' }, error, failure)
}
