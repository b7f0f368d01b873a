import type { AppInstance } from '#server/http/app-instance.ts'
import type { Services } from '#server/services.ts'
import { feedRoutes } from './feeds.routes.ts'
import { iconRoutes } from './icons.routes.ts'
import { robotsRoute } from './robots.routes.ts'
import { shareRoutes } from './share.routes.ts'
import { sitemapRoutes } from './sitemap.routes.ts'

/** What search engines, feed readers, messengers and home screens fetch. */
export function discoveryRoutes(app: AppInstance, services: Services): void {
  robotsRoute(app, services)
  sitemapRoutes(app, services)
  feedRoutes(app, services)
  shareRoutes(app, services)
  iconRoutes(app)
}
