import { GraduationCap } from 'lucide-react'
import type { SiteKind } from '../site-kind.ts'
import { resultBrowserPages } from './result-browser.page.tsx'
import { resultsHubPage } from './results-hub.page.tsx'

export const results: SiteKind = {
  kind: 'result',
  pages: [resultsHubPage, ...resultBrowserPages],
  feature: { text: 'نتائج الامتحانات حسب السنة والمدينة', Icon: GraduationCap },
}
