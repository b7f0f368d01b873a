import { systemActor } from '#server/staff/session/actor.ts'
import type { DemoPart } from '../demo-part.ts'
import { titlesIn } from '../demo-state.ts'
import { demoExams, type DemoExam } from './demo-exams.ts'

export const exams: DemoPart<DemoExam> = {
  list: demoExams,

  async plan(items, { services, db, draw, store }) {
    const written = await titlesIn(db, 'exams')
    return items
      .filter(exam => !written.has(exam.input.title))
      .map(exam => ({
        createdAt: exam.createdAt,
        async act() {
          const files: string[] = []
          for (const page of await draw('drawExamPages', exam)) files.push(await store(page, 'image'))
          await services.exams.create({ ...exam.input, files }, systemActor, { at: exam.createdAt })
        },
      }))
  },
}
