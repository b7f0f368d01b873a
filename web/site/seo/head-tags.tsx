import { discoveryPaths, shareImageSize } from '#contract/paths.ts'
import type { Crumb, PageMeta } from '../page-module.ts'

export const siteName = 'رافد'
const defaultDescription =
  'منصة تعليمية شاملة للطلبة في العراق: كتب منهجية وملازم وأسئلة وزارية ونتائج وأخبار.'
const defaultImageText = `${siteName}: ${defaultDescription}`

interface HeadTagsProps {
  meta: PageMeta
  origin: string
}

/** The title, description, canonical address, Open Graph tags and JSON-LD of a page. */
export function HeadTags({ meta, origin }: HeadTagsProps) {
  const absolute = (address: string) => (address.startsWith('/') ? origin + address : address)
  const title = `${siteName} | ${meta.title}`
  const shareTitle = meta.shareTitle ?? meta.title
  const description = shorten(meta.description ?? defaultDescription)
  const canonical = meta.canonical && !meta.isHiddenFromSearch ? absolute(meta.canonical) : undefined
  const data = [...(meta.data?.(absolute) ?? []), ...breadcrumbData(meta.breadcrumb, absolute)]
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {meta.isHiddenFromSearch && <meta name="robots" content="noindex" />}
      {canonical && <link rel="canonical" href={canonical} />}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content="ar_IQ" />
      <meta property="og:type" content={meta.kind ?? 'website'} />
      <meta property="og:title" content={shareTitle} />
      <meta property="og:description" content={description} />
      {canonical && <meta property="og:url" content={canonical} />}
      <meta property="og:image" content={absolute(meta.image ?? discoveryPaths.shareImage)} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(shareImageSize.width)} />
      <meta property="og:image:height" content={String(shareImageSize.height)} />
      <meta property="og:image:alt" content={meta.image ? meta.title : defaultImageText} />
      <meta name="twitter:card" content="summary_large_image" />
      {meta.feed && <link rel="alternate" type="application/atom+xml" href={meta.feed} title={shareTitle} />}
      {data.length > 0 && (
        // oxlint-disable-next-line react/no-danger -- data, not a program; nothing in it can end the element.
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonForHtml(data) }} />
      )}
    </>
  )
}

function breadcrumbData(crumbs: readonly Crumb[] | undefined, absolute: (path: string) => string): object[] {
  if (!crumbs || crumbs.length === 0) return []
  const items = crumbs.map((crumb, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: crumb.label,
    ...(crumb.href ? { item: absolute(crumb.href) } : {}),
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement: items }]
}

/** JSON that cannot end its script element or start a comment. */
function jsonForHtml(data: readonly object[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replace(/</g, '\\u003c')
}

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= 200 ? flat : `${flat.slice(0, 197).trimEnd()}…`
}
