import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import { defineTextDocument } from './text-document.ts'

/** Where the rules are; pages name it in the header `Speculation-Rules`, because their CSP allows nothing inline. */
export const speculationRulesPath = '/speculation-rules.json'

const apiRoot = apiPaths.health.replace(/[^/]*$/, '')
const notAhead = [
  `${apiRoot}*`,
  '/files/*',
  `${dashboardPaths.overview}*`,
  `${paths.login}*`,
  `${paths.search}*`,
  /* Each is read from the sheet when it is asked for. */
  paths.sheetText('*', '*'),
  '/*.pdf',
  '/*.xml',
]

/** Pages that a browser may fetch when a link is about to be pressed; browsers leave it with Save-Data. */
export const speculationRulesDocument = defineTextDocument({
  address: speculationRulesPath,
  type: 'application/speculationrules+json',
  tags: [],
  write: async () =>
    JSON.stringify({
      prefetch: [
        {
          where: {
            and: [
              { href_matches: '/*' },
              ...notAhead.map(href_matches => ({ not: { href_matches } })),
              { not: { selector_matches: '[download], [target="_blank"], [data-swap]' } },
            ],
          },
          eagerness: 'moderate',
        },
      ],
    }),
})
