import { countedNouns } from '#contract/format.ts'
import { ClipboardList } from 'lucide-react'
import { examListQuerySchema } from '#contract/resources/exam.ts'
import type { SiteKind } from '../site-kind.ts'
import { examListPages } from './exam-list.page.tsx'
import { examPage } from './exam.page.tsx'
import { examsHubPage } from './exams-hub.page.tsx'

export const exams: SiteKind = {
  kind: 'exam',
  pages: [examsHubPage, ...examListPages, examPage],
  feature: {
    text: 'أسئلة السنوات السابقة بكل الأدوار',
    Icon: ClipboardList,
    place: 2,
    noun: countedNouns.exam,
  },
  count: async ({ exams }) => (await exams.list(examListQuerySchema.parse({ limit: 1 }))).total,
}
