import { apiPaths, dashboardPaths, discoveryPaths, paths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { Config } from '#server/config.ts'
import { cacheControlOf, originOf } from '#server/site/site-origin.ts'

const apiRoot = apiPaths.health.slice(0, apiPaths.health.lastIndexOf('/') + 1)

/** Registers what robots may visit: all but the API and the pages of staff. Source: RFC 9309. */
export function robotsRoute(app: AppInstance, config: Pick<Config, 'siteUrl'>): void {
  const cacheControl = cacheControlOf(config)
  app.get(discoveryPaths.robots, { schema: { hide: true } }, (request, reply) => {
    const lines = [
      'User-agent: *',
      ...[apiRoot, dashboardPaths.overview, paths.login].map(path => `Disallow: ${path}`),
      '',
      `Sitemap: ${originOf(request, config)}${discoveryPaths.sitemap}`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheControl)
      .send(lines.join('\n'))
  })
}
