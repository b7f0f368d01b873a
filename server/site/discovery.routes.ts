import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { Services } from '#server/services.ts'
import { feedRoutes } from '#server/site/feeds/feeds.routes.ts'
import { iconRoutes } from '#server/site/icons/icons.routes.ts'
import { robotsRoute } from '#server/site/sitemap/robots.routes.ts'
import { shareRoutes } from '#server/site/share/share.routes.ts'
import { sitemapRoutes } from '#server/site/sitemap/sitemap.routes.ts'

/** What search engines, feed readers, messengers and home screens fetch. */
export function discoveryRoutes(app: AppInstance, services: Services): void {
  robotsRoute(app, services)
  sitemapRoutes(app, services)
  feedRoutes(app, services)
  shareRoutes(app, services)
  iconRoutes(app)
}
