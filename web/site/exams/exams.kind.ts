import { countedNouns } from '#contract/format.ts'
import { FileQuestionMark } from 'lucide-react'
import { countOfExams } from '#contract/school-lists.ts'
import type { SiteKind } from '../site-kind.ts'
import { examListPages } from './exam-list.page.tsx'
import { examPage } from './exam.page.tsx'
import { examsHubPage } from './exams-hub.page.tsx'
import { questionPages } from './questions.page.tsx'

export const exams: SiteKind = {
  kind: 'exam',
  pages: [examsHubPage, ...examListPages, ...questionPages, examPage],
  feature: {
    text: 'أسئلة السنوات السابقة بكل الأدوار',
    Icon: FileQuestionMark,
    place: 2,
    noun: countedNouns.exam,
  },
  count: async ({ exams }) => countOfExams(await exams.counts(), {}),
}
