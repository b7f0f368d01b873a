import { useContext } from 'react'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { formatSince } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import { LightContext } from '#web/school/light.ts'
import { Picture } from '#web/school/picture.tsx'
import { isNew } from '../lists/is-new.ts'
import { RecordRow } from '../lists/record-row.tsx'

interface NewsRowProps {
  item: NewsItem
  /** Whether the category is said above. */
  isCategorySaid?: boolean
  headingLevel?: 2 | 3
  isLazy?: boolean
}

/** A news item in a list: title, category, how long ago. Source: P9.1. */
export function NewsRow({ item, isCategorySaid = false, headingLevel, isLazy }: NewsRowProps) {
  const isLight = useContext(LightContext)
  return (
    <RecordRow
      kind="news"
      id={item.id}
      href={paths.newsItem(item.id)}
      heading={<bdi>{item.title}</bdi>}
      cover={
        <span className="record-picture is-drawn" aria-hidden="true">
          {!isLight && (
            <Picture
              image={item.imageFile ?? item.image}
              alt=""
              width={96}
              height={72}
              sizes="96px"
              isLazy={isLazy ?? true}
            />
          )}
        </span>
      }
      isNew={isNew(item.createdAt)}
      facts={[
        <time key="since" dateTime={item.createdAt}>
          {formatSince(item.createdAt)}
        </time>,
        !isCategorySaid && newsCategoryLabels[item.type],
      ]}
      headingLevel={headingLevel}
    />
  )
}
