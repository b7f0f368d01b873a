import { gradeCodes, grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { subjectsInOrder } from '#contract/codes/subject-families.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Note } from '#contract/resources/note.ts'
import type { Services } from '#server/services.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { RecordSection } from '../lists/record-row.tsx'
import { NoteRow } from './note-row.tsx'

/** Rows whose pictures are seen without scrolling. */
const firstSeen = 8

type Teacher = Awaited<ReturnType<Services['notes']['teachers']['get']>>

/** `/teachers/{slug}`: all handouts of one teacher, by grade. Source: P6.4. */
export const teacherPage = definePage<object, Teacher>({
  address: '/teachers/:slug',
  tags: ['notes'],
  async load({ services, params }) {
    const slug = params.slug ?? ''
    const teacher = await services.notes.teachers.get(slug)
    if (teacher.slug !== slug) return { redirectTo: paths.teacher(teacher.slug), isPermanent: false }
    return teacher
  },
  meta: ({ data }) => ({
    title: titleOf(data),
    description: `${titleOf(data)}: ${formatCount(data.notes.length, countedNouns.note)} للتحميل المباشر، ${subjectsOf(data)}.`,
    canonical: paths.teacher(data.slug),
    breadcrumb: crumbsOf(data),
    data: absolute => [
      {
        '@type': 'ProfilePage',
        url: absolute(paths.teacher(data.slug)),
        inLanguage: 'ar',
        mainEntity: { '@type': 'Person', name: data.name, url: absolute(paths.teacher(data.slug)) },
      },
    ],
  }),
  failure(code) {
    const back = { backHref: paths.notes, backLabel: 'العودة إلى الملازم' }
    if (code === 'teacher_not_found')
      return { title: 'لا ملازم بهذا الاسم', text: 'ربما كُتب الاسم بصورة أخرى. ابحث عن المدرّس باسمه.', ...back }
    return { title: 'حدث خطأ', text: 'حدث خطأ أثناء تحميل ملازم المدرّس. الرجاء المحاولة مرة أخرى', ...back }
  },
  View: TeacherView,
})

const titleOf = ({ name }: Teacher) => `ملازم ${name}`

function subjectsOf({ notes }: Teacher): string {
  const taught = subjectsInOrder.filter(code => notes.some(note => note.subject === code))
  return taught.map(code => subjectLabels[code]).join('، ')
}

function crumbsOf(teacher: Teacher) {
  return [
    { label: 'الملازم', href: paths.notes },
    { label: teacher.name, href: paths.teacher(teacher.slug) },
  ]
}

/** The handouts by grade, those of the highest first; within one by the curriculum's order of subjects, then the newest. */
function byGrade(notes: readonly Note[]): [GradeCode, Note[]][] {
  const order = (note: Note) => subjectsInOrder.indexOf(note.subject)
  return gradeCodes.toReversed().flatMap((grade): [GradeCode, Note[]][] => {
    const own = notes.filter(note => note.stage === grade).toSorted((a, b) => order(a) - order(b))
    return own.length > 0 ? [[grade, own]] : []
  })
}

function TeacherView({ data }: ViewProps<object, Teacher>) {
  let seen = 0
  return (
    <>
      <PageHeading
        title={titleOf(data)}
        text={`${formatCount(data.notes.length, countedNouns.note)} · ${subjectsOf(data)}`}
      >
        <Breadcrumb crumbs={crumbsOf(data)} />
      </PageHeading>
      <div className="wrap section">
        {byGrade(data.notes).map(([grade, notes]) => (
          <RecordSection
            key={grade}
            id={grade.toLowerCase()}
            title={grades[grade].label}
            count={formatNumber(notes.length)}
          >
            {notes.map(note => (
              <NoteRow
                key={note.id}
                note={note}
                said={{ grade, teacher: note.teacher }}
                isLazy={seen++ >= firstSeen}
              />
            ))}
          </RecordSection>
        ))}
      </div>
    </>
  )
}
