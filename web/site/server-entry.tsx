import { notFoundAnswer, refusedAnswer } from './define-page.tsx'
import { useAssets } from './document.tsx'
import type { SiteBundle } from './page-module.ts'
import { speculationRulesPath } from './seo/speculation-rules.ts'
import { refusedContact } from './static/contact.page.tsx'
import { resultAnswer } from './results/answer.page.tsx'
import { numberChoice } from './search/number-choice.page.tsx'
import { pages } from './pages.ts'

/** What the server takes from the built bundle. */
export const site: SiteBundle = {
  pages,
  speculationRulesPath,
  useAssets,
  notFound: notFoundAnswer,
  refused: refusedAnswer,
  refusedContact,
  resultAnswer,
  numberChoice,
}
