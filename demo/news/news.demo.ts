import { systemActor } from '#server/staff/session/actor.ts'
import type { DemoPart } from '../demo-part.ts'
import { titlesIn } from '../demo-state.ts'
import { demoNews, type DemoNewsItem } from './demo-news.ts'
import type { draw } from './draw-news.ts'

/** Loaded where it draws only. */
const drawing = new URL('./draw-news.ts', import.meta.url)

export const news: DemoPart<DemoNewsItem> = {
  list: demoNews,

  async plan(items, { services, db, drawOwn, store }) {
    const written = await titlesIn(db, 'news')
    return items.flatMap((item, index) => {
      if (written.has(item.input.title)) return []
      const act = async () => {
        const image = await store(await drawOwn<typeof draw>(drawing, item, index), 'image')
        await services.news.create({ ...item.input, image }, systemActor, { at: item.createdAt })
      }
      return [{ createdAt: item.createdAt, act }]
    })
  },
}
