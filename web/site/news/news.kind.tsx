import { Newspaper } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { SiteKind } from '../site-kind.ts'
import { NewsCards } from './news-cards.tsx'
import { newsItemPage } from './news-item.page.tsx'
import { newsListPage } from './news-list.page.tsx'

export const news: SiteKind = {
  kind: 'news',
  pages: [newsListPage, newsItemPage],
  feature: { text: 'قرارات وزارة التربية وجداول الامتحانات', Icon: Newspaper },
  homeRow: {
    stands: 'last',
    title: 'آخر الأخبار',
    all: 'كل الأخبار',
    async load({ news }) {
      const latest = await news.latest(limits.readAlsoNews)
      return latest.length > 0 ? <NewsCards items={latest} headingLevel={3} /> : undefined
    },
  },
}
