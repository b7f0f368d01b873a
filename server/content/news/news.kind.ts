import { newsChangesSchema } from '#contract/resources/news.ts'
import { searchSource } from '#server/search/reindex.ts'
import { contentKind } from '#server/content/record/content-kind.ts'
import { newsElsewhere } from './news.elsewhere.ts'
import { openNewsRoutes, staffNewsRoutes } from './news.routes.ts'
import { newsDocument } from './news.search.ts'
import { createNewsService } from './news.service.ts'

export const news = contentKind({
  createService: createNewsService,
  openRoutes: openNewsRoutes,
  staffRoutes: staffNewsRoutes,
  elsewhere: newsElsewhere,
  changes: newsChangesSchema,
  searched: searchSource('news', 'news', newsDocument),
})
