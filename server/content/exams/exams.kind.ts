import { examChangesSchema } from '#contract/resources/exam.ts'
import { searchSource } from '#server/search/reindex.ts'
import { contentKind } from '#server/content/record/content-kind.ts'
import { examsElsewhere } from './exams.elsewhere.ts'
import { openExamRoutes, staffExamRoutes } from './exams.routes.ts'
import { examDocument } from './exams.search.ts'
import { createExamsService } from './exams.service.ts'

export const exams = contentKind({
  createService: createExamsService,
  openRoutes: openExamRoutes,
  staffRoutes: staffExamRoutes,
  elsewhere: examsElsewhere,
  changes: examChangesSchema,
  searched: searchSource('ministerial-exam', 'exams', examDocument),
})
