import { GraduationCap } from 'lucide-react'
import type { SiteKind } from '../site-kind.ts'
import { resultBrowserPages } from './result-browser.page.tsx'
import { resultsHubPage } from './results-hub.page.tsx'
import { schoolsPages } from './schools.page.tsx'
import { sheetPage } from './sheet.page.tsx'

export const results: SiteKind = {
  kind: 'result',
  pages: [resultsHubPage, ...resultBrowserPages, ...schoolsPages, sheetPage],
  feature: { text: 'نتائج الامتحانات حسب السنة والمدينة', Icon: GraduationCap, place: 4 },
}
