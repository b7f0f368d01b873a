import { isNewsCategoryCode, newsCategoryCodes, newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { formatDate } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import { paths } from '#contract/paths.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import type { ElsewhereWithPage } from '#server/content/record/elsewhere.ts'
import { previewOf } from '#server/content/record/record-preview.ts'
import { isWithout } from '#server/content/record/missing.ts'
import { codeOf, facts, searchOf } from '#server/staff/visits/address-facts.ts'
import type { NewsService } from './news.service.ts'

/** What news say of themselves in feeds, sitemap, shared links and visits. */
export function newsElsewhere(news: NewsService): ElsewhereWithPage {
  return {
    restore: news.restore,
    isWithout: part => isWithout(part, kinds.news.entity, 'news'),
    feed: {
      title: 'رافد: الأخبار',
      subtitle: 'أخبار التعليم في العراق: الجداول والنتائج والمناهج.',
      latest: async limit =>
        (await news.latest(limit)).map(item => ({
          ...item,
          key: `news:${item.id}`,
          summary: item.bio,
          path: paths.newsItem(item.id),
          author: 'فريق تحرير رافد',
          category: newsCategoryLabels[item.type],
        })),
    },
    lists: {
      column: 'type',
      pages: changes =>
        newsCategoryCodes
          .filter(category => changes.has(category))
          .map(category => ({ path: `${paths.news}?type=${category}`, changedAt: changes.get(category) })),
      visited: (page, query) =>
        page === paths.news
          ? facts({ type: codeOf(query.get('type'), isNewsCategoryCode), ...searchOf(query, 'query') })
          : undefined,
    },
    async visited(id) {
      const item = await news.find(id)
      return item && { title: item.title, type: item.type }
    },
    preview: previewOf(newsInputSchema, news),
    async shared(id) {
      const { title, type, createdAt, version } = await news.get(id)
      return {
        title,
        subtitle: [newsCategoryLabels[type], formatDate(createdAt)],
        version,
      }
    },
  }
}
