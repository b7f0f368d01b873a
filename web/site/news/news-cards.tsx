import { useContext } from 'react'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { dayInBaghdad, formatDate } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import { LightContext } from '#web/school/light.ts'
import { Picture } from '#web/school/picture.tsx'

interface NewsCardsProps {
  items: readonly NewsItem[]
  headingLevel?: 2 | 3
  /** How many pictures are seen at once, without scrolling. */
  firstSeen?: number
}

/** A grid of news: image, date, category, title, summary. Source: P9.1. */
export function NewsCards({ items, headingLevel = 2, firstSeen = 0 }: NewsCardsProps) {
  const isLight = useContext(LightContext)
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className="news-grid">
      {items.map((item, index) => (
        <li className="news-card" key={item.id}>
          <span className="news-picture is-drawn" aria-hidden="true">
            {!isLight && (
              <Picture
                image={item.image}
                alt=""
                width={640}
                height={360}
                sizes="(max-width: 640px) 92vw, 360px"
                isLazy={index >= firstSeen}
              />
            )}
          </span>
          <p className="card-facts">
            <span className="year-chip">{newsCategoryLabels[item.type]}</span>
            <time dateTime={dayInBaghdad(item.createdAt)}>{formatDate(item.createdAt)}</time>
          </p>
          <Heading>
            <a className="card-link" href={paths.newsItem(item.id)}>
              <bdi>{item.title}</bdi>
            </a>
          </Heading>
          <p className="card-text">{item.bio}</p>
        </li>
      ))}
    </ul>
  )
}
