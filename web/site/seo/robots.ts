import { paths } from '#contract/paths.ts'
import { defineTextDocument } from './text-document.ts'

/** `/robots.txt`: everything public may be read; searches, the dashboard and the API may not. */
export const robotsDocument = defineTextDocument({
  address: '/robots.txt',
  type: 'text/plain; charset=utf-8',
  tags: [],
  write: async origin =>
    [
      'User-agent: *',
      `Disallow: ${paths.search}`,
      `Disallow: ${paths.login}`,
      'Disallow: /dashboard',
      'Disallow: /api/',
      '',
      `Sitemap: ${origin}/sitemap.xml`,
      '',
    ].join('\n'),
})
