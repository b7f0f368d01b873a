import { comparedWords } from '#contract/arabic/words.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { Note } from '#contract/resources/note.ts'
import { shortForms, teacherSlug, teacherTitles } from '#contract/teacher-names.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { ListAddress } from '#server/content/record/list-pages.ts'
import { countNotesOfTeacher, listNotesOfTeacher, listTeachers, type NoteRow } from './notes.repository.ts'

/** A teacher with all handouts that are public, the newest first. */
export interface Teacher {
  /** As the newest handout has it. */
  name: string
  slug: string
  notes: Note[]
}

/** The teachers of the handouts: a teacher is a name, whatever title stands before it. */
export function createTeachers(db: Queryable, present: (rows: readonly NoteRow[]) => Promise<Note[]>) {
  return {
    /** Errors: `teacher_not_found` when no public handout has the name. */
    async get(slug: string): Promise<Teacher> {
      const texts = textsOf(slug)
      const rows = texts.length > 0 ? await listNotesOfTeacher(db, texts) : []
      const [newest] = rows
      if (!newest) throw new AppError('teacher_not_found')
      return { name: newest.teacher, slug: teacherSlug(newest.teacher), notes: await present(rows) }
    },

    /** How many public handouts a teacher has, by name. */
    async count(name: string): Promise<number> {
      const texts = textsOf(teacherSlug(name))
      return texts.length > 0 ? countNotesOfTeacher(db, texts) : 0
    },

    /** The addresses of the teachers' pages, each once. */
    async addresses(): Promise<ListAddress[]> {
      const found = new Map<string, Date>()
      for (let after = ''; found.size < limits.maxTeachersListed;) {
        const teachers = await listTeachers(db, after, limits.sitemapRowsPerRead)
        for (const { teacher, teacherText, changedAt } of teachers) {
          const slug = teacherSlug(teacher)
          const known = found.get(slug)
          const hasPage = textsOf(slug).includes(teacherText)
          if (hasPage && (!known || known < changedAt)) found.set(slug, changedAt)
        }
        const last = teachers.at(-1)
        if (!last || teachers.length < limits.sitemapRowsPerRead) break
        after = last.teacherText
      }
      return [...found].map(([slug, changedAt]) => ({ path: paths.teacher(slug), changedAt }))
    },
  }
}

/** What may stand before a name: nothing, one title or letter, or two titles. Shape: compared words. */
const fronts = [
  ...teacherTitles,
  ...shortForms,
  ...teacherTitles.flatMap(first => teacherTitles.map(second => `${first} ${second}`)),
].map(comparedWords)

/** What the column of folded names may hold for this person. */
function textsOf(slug: string): string[] {
  const name = teacherSlug(slug).replaceAll('-', ' ')
  const words = comparedWords(name)
  if (words.length === 0) return []
  const texts = fronts.map(front => ` ${[...new Set([...front, ...words])].join(' ')} `)
  return [...new Set(texts)]
}
