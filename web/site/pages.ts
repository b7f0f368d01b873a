import { gradePageList } from './grade/grade.page.tsx'
import { homePage } from './home/home.page.tsx'
import { siteKinds } from './kinds.ts'
import type { SitePage } from './page-module.ts'
import { speculationRulesDocument } from './seo/speculation-rules.ts'
import { askedPage } from './lists/asked.page.tsx'
import { offlinePage } from './shelf/offline.page.tsx'
import { shelfPage } from './shelf/shelf.page.tsx'
import { searchPage } from './search/search.page.tsx'
import { aboutPage } from './static/about.page.tsx'
import { contactPage } from './static/contact.page.tsx'
import { faqPage } from './static/faq.page.tsx'
import { helpPage } from './static/help.page.tsx'
import { privacyPage } from './static/privacy.page.tsx'
import { termsPage } from './static/terms.page.tsx'

/** Every page of the public site, and the documents that machines read. */
export const pages: readonly SitePage[] = [
  homePage,
  ...gradePageList,
  ...siteKinds.flatMap(({ pages: ofKind }) => ofKind),
  searchPage,
  askedPage,
  shelfPage,
  offlinePage,
  aboutPage,
  contactPage,
  helpPage,
  faqPage,
  termsPage,
  privacyPage,
  speculationRulesDocument,
]
