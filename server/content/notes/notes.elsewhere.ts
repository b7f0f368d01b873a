import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { teacherSlug } from '#contract/teacher-names.ts'
import { line, newestOf, schoolFacts } from '#server/content/record/elsewhere.ts'
import type { ElsewhereWithPage } from '#server/content/record/elsewhere.ts'
import { previewOf } from '#server/content/record/record-preview.ts'
import { stageLists } from '#server/content/record/list-pages.ts'
import { listOfStages, type VisitMetadata } from '#server/staff/visits/address-facts.ts'
import { isWithout } from '#server/content/record/missing.ts'
import type { NotesService } from './notes.service.ts'

/** What notes say of themselves in feeds, sitemap, shared links and visits. */
export function notesElsewhere(notes: NotesService): ElsewhereWithPage {
  return {
    restore: notes.restore,
    isWithout: part => isWithout(part, kinds.note.entity, 'notes'),
    feed: {
      title: 'رافد: الملازم',
      subtitle: 'أحدث ملازم المدرسين لجميع المراحل.',
      latest: async (limit, place) => {
        const newest = place
          ? (await notes.listOfSchool(newestOf(place, limit))).items
          : await notes.latest(limit)
        return newest.map(note => ({
          ...note,
          key: `note:${note.id}`,
          summary: line(
            note.teacher,
            subjectLabels[note.subject],
            grades[note.stage].label,
            note.branch && branchLabels[note.branch],
            formatPlainNumber(note.releaseYear),
          ),
          path: paths.note(note.id),
          author: note.teacher,
          category: subjectLabels[note.subject],
        }))
      },
    },
    lists: {
      column: 'stage',
      pages: changes => stageLists(changes, paths.notesOfStage, paths.notesOfGrade),
      others: () => notes.teachers.addresses(),
      visited: (page, query) => listOfStages(paths.notes, page, query) ?? teacherVisited(page),
    },
    async visited(id) {
      const note = await notes.find(id)
      return note && { title: note.title, name: note.teacher, ...schoolFacts(note) }
    },
    preview: previewOf(noteInputSchema, notes),
    async shared(id) {
      const { title, teacher, subject, stage, releaseYear, version } = await notes.get(id)
      const subtitle = [teacher, subjectLabels[subject], grades[stage].label, formatPlainNumber(releaseYear)]
      return { title, subtitle, version }
    },
  }
}

/** What the address of a teacher's page says. */
function teacherVisited(page: string): VisitMetadata | undefined {
  const start = paths.teacher('')
  const slug = page.startsWith(start) ? page.slice(start.length) : ''
  const isName = slug !== '' && slug.length <= limits.maxNameLength && slug === teacherSlug(slug)
  return isName ? { name: slug.replaceAll('-', ' ') } : undefined
}
