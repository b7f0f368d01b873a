import { Newspaper } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { SiteKind } from '../site-kind.ts'
import { newsItemPage } from './news-item.page.tsx'
import { newsListPage } from './news-list.page.tsx'
import { NewsRow } from './news-row.tsx'

export const news: SiteKind = {
  kind: 'news',
  pages: [newsListPage, newsItemPage],
  feature: { text: 'جداول وقرارات ونتائج', Icon: Newspaper, place: 5 },
  homeRow: {
    title: 'آخر الأخبار',
    all: 'كل الأخبار',
    isOfEveryGrade: true,
    async load({ news }) {
      const latest = await news.latest(limits.readAlsoNews)
      if (latest.length === 0) return undefined
      return (
        <ul className="record-rows">
          {latest.map(item => (
            <NewsRow key={item.id} item={item} headingLevel={3} />
          ))}
        </ul>
      )
    },
  },
}
