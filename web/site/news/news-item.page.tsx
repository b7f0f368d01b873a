import { ArrowRight, ImageIcon } from 'lucide-react'
import { useContext } from 'react'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { dayInBaghdad, formatDateTime } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths, paths, shareImagePath } from '#contract/paths.ts'
import { imageSources } from '#contract/resources/file.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import { Island } from '../islands/island.tsx'
import { LightContext } from '#web/school/light.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { hrefWith } from '../query.ts'
import { siteName } from '../seo/head-tags.tsx'
import { FormattedTextView } from './formatted-text.tsx'
import { NewsCards } from './news-cards.tsx'

interface NewsItemData {
  item: NewsItem
  readAlso: readonly NewsItem[]
}

/** `/news/{id}`. */
export const newsItemPage = definePage<object, NewsItemData>({
  address: paths.newsItem(':id'),
  tags: ['news'],
  async load({ services, params }) {
    const item = await services.news.get(params.id ?? '')
    return { item, readAlso: await services.news.readAlso(item.id, limits.readAlsoNews) }
  },
  meta: ({ data: { item } }) => ({
    title: item.title,
    description: item.bio,
    image: shareImagePath('news', item.id, item.version),
    kind: 'article',
    breadcrumb: crumbsOf(item),
    feed: discoveryPaths.feed('news'),
    data: absolute => [
      {
        '@type': 'NewsArticle',
        headline: item.title,
        description: item.bio,
        image: [absolute(item.image)],
        datePublished: item.createdAt,
        dateModified: item.updatedAt,
        inLanguage: 'ar',
        articleSection: newsCategoryLabels[item.type],
        mainEntityOfPage: absolute(paths.newsItem(item.id)),
        author: { '@type': 'Organization', name: siteName },
        publisher: { '@type': 'Organization', name: siteName },
      },
    ],
  }),
  failure(code) {
    const back = { backHref: paths.news, backLabel: 'العودة إلى الأخبار' }
    if (code === 'news_not_found') {
      return { title: 'لم يتم العثور على الخبر', text: 'ربما حُذف الخبر أو تغيّر عنوانه.', ...back }
    }
    return { title: 'حدث خطأ', text: 'تعذر تحميل الخبر. الرجاء المحاولة مرة أخرى', ...back }
  },
  View: NewsItemView,
})

function crumbsOf(item: NewsItem) {
  return [
    { label: 'الأخبار', href: paths.news },
    { label: newsCategoryLabels[item.type], href: hrefWith(paths.news, { type: item.type }) },
    { label: item.title, href: paths.newsItem(item.id) },
  ]
}

function NewsItemView({ data: { item, readAlso }, address }: ViewProps<object, NewsItemData>) {
  const isLight = useContext(LightContext)
  return (
    <>
      <article className="wrap detail article">
        <Breadcrumb crumbs={crumbsOf(item)} />
        <h1>
          <bdi>{item.title}</bdi>
        </h1>
        <p className="card-facts">
          <a className="year-chip" href={hrefWith(paths.news, { type: item.type })}>
            {newsCategoryLabels[item.type]}
          </a>
          <time dateTime={dayInBaghdad(item.createdAt)}>{formatDateTime(item.createdAt)}</time>
          <span>بقلم: فريق تحرير رافد</span>
        </p>
        <p className="article-bio">
          <LinkedText text={item.bio} />
        </p>
        {isLight ? (
          <a className="button is-quiet" href={item.image}>
            <ImageIcon aria-hidden="true" />
            عرض صورة الخبر
          </a>
        ) : (
          <Island
            name="Gallery"
            props={{
              images: [
                {
                  ...imageSources(item.image, 1920),
                  full: item.image,
                  alt: item.title,
                  width: 1280,
                  height: 720,
                },
              ],
              sizes: '(max-width: 52rem) 100vw, 52rem',
              label: item.title,
              isCover: true,
            }}
          />
        )}
        {item.formatted ? (
          <div className="prose article-text is-formatted">
            <FormattedTextView text={item.formatted} isLight={isLight} />
          </div>
        ) : (
          <div className="prose with-lines article-text">
            <LinkedText text={item.content} />
          </div>
        )}
        <ShareBar title={item.title} address={address} />
        <a className="button is-quiet no-print" href={paths.news}>
          <ArrowRight aria-hidden="true" />
          العودة إلى الأخبار
        </a>
      </article>
      {readAlso.length > 0 && (
        <section className="wrap section no-print" aria-labelledby="read-also">
          <h2 className="section-title" id="read-also">
            اقرأ أيضاً
          </h2>
          <NewsCards items={readAlso} headingLevel={3} />
        </section>
      )}
    </>
  )
}
