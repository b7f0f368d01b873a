import { branchLabels } from '#contract/codes/branches.ts'
import { grades, stages } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import {
  countedNouns,
  dayInBaghdad,
  formatCount,
  formatDate,
  formatFileSize,
  formatPlainNumber,
} from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths, shareImagePath } from '#contract/paths.ts'
import type { Note } from '#contract/resources/note.ts'
import { teacherSlug } from '#contract/teacher-names.ts'
import { Cover } from '#web/school/cover.tsx'
import { beingMended } from '#web/school/file-facts-line.tsx'
import { DownloadLinks } from '#web/school/download-links.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import type { ViewProps } from '../page-module.ts'
import { SubjectWays, subjectWays, teacherWay } from '../subject-ways.tsx'
import type { SubjectWay } from '../subject-ways.tsx'
import { NoteCards } from './note-cards.tsx'

interface NotePageData {
  note: Note
  ways: readonly SubjectWay[]
  /** The way to all handouts of its teacher; none where the name has no letters. */
  teacher: SubjectWay | undefined
  related: readonly Note[]
}

/** `/notes/download/{id}`. */
export const notePage = definePage<object, NotePageData>({
  address: paths.note(':id'),
  hasActionBar: true,
  tags: ['notes', 'books', 'exams'],
  async load({ services, params }) {
    const note = await services.notes.get(params.id ?? '')
    const { stage: grade, subject } = note
    const slug = teacherSlug(note.teacher)
    const [ways, count, related] = await Promise.all([
      subjectWays(services, { grade, subject }, ['books', 'exams']),
      services.notes.teachers.count(note.teacher),
      services.notes.related(note, limits.relatedNotes),
    ])
    return { note, ways, teacher: slug ? teacherWay(note.teacher, slug, count) : undefined, related }
  },
  meta: ({ data: { note, teacher } }) => ({
    title: note.title,
    description: `${note.title}، إعداد ${note.teacher}: ${subjectLabels[note.subject]}، ${grades[note.stage].label}.`,
    image: shareImagePath('note', note.id, note.version),
    kind: 'book',
    breadcrumb: crumbsOf(note),
    data: absolute => [
      {
        '@type': 'LearningResource',
        name: note.title,
        url: absolute(paths.note(note.id)),
        inLanguage: 'ar',
        author: {
          '@type': 'Person',
          name: note.teacher,
          ...(teacher ? { url: absolute(teacher.href) } : {}),
        },
        about: subjectLabels[note.subject],
        educationalLevel: grades[note.stage].label,
        datePublished: String(note.releaseYear),
        dateModified: note.updatedAt,
        isAccessibleForFree: true,
      },
    ],
  }),
  failure(code) {
    const back = { backHref: paths.notes, backLabel: 'العودة إلى الملازم' }
    if (code === 'note_not_found') {
      return { title: 'الملزمة غير موجودة', text: 'عذراً، الملزمة التي تبحث عنها غير موجودة.', ...back }
    }
    return { title: 'حدث خطأ', text: 'حدث خطأ أثناء تحميل تفاصيل الملزمة. الرجاء المحاولة مرة أخرى', ...back }
  },
  View: NoteView,
})

function crumbsOf(note: Note) {
  const { stage } = grades[note.stage]
  return [
    { label: 'الملازم', href: paths.notes },
    { label: stages[stage].label, href: paths.notesOfStage(stage) },
    { label: note.title, href: paths.note(note.id) },
  ]
}

function NoteView({ data, settings, address }: ViewProps<object, NotePageData>) {
  const { note, ways, teacher, related } = data
  const facts = [
    { name: 'المادة', value: subjectLabels[note.subject] },
    { name: 'الصف', value: grades[note.stage].label },
    { name: 'الفرع', value: note.branch && branchLabels[note.branch] },
    { name: 'المدرّس', value: note.teacher },
    { name: 'سنة الإصدار', value: formatPlainNumber(note.releaseYear) },
    {
      name: 'حجم الملف',
      value: note.file && (note.file.damage ? beingMended : formatFileSize(note.file.size)),
    },
    {
      name: 'عدد الصفحات',
      value: note.file?.pageCount && formatCount(note.file.pageCount, countedNouns.page),
    },
    { name: 'آخر تحديث', value: formatDate(note.updatedAt), dateTime: dayInBaghdad(note.updatedAt) },
  ]
  return (
    <>
      <article className="wrap detail">
        <Breadcrumb crumbs={crumbsOf(note)} />
        <div className="detail-row">
          <Cover kind="ملزمة" {...note} alt={`غلاف ${note.title}`} isLazy={false} />
          <div className="detail-main">
            <h1>
              <bdi>{note.title}</bdi>
            </h1>
            <ul className="chips">
              <li className="chip is-subject" data-subject={note.subject}>
                {subjectLabels[note.subject]}
              </li>
              <li className="chip">{grades[note.stage].label}</li>
              <li className="year-chip">{formatPlainNumber(note.releaseYear)}</li>
            </ul>
            <DownloadLinks
              {...note}
              keptAs={`note:${note.id}`}
              readingHref={paths.noteReading(note.id)}
              videoLink={settings.videoHelpLink}
            />
            <section>
              <h2>تفاصيل الملزمة</h2>
              <Facts facts={facts} />
            </section>
            <SubjectWays
              grade={note.stage}
              subject={note.subject}
              ways={teacher ? [teacher, ...ways] : ways}
            />
            <ShareBar title={note.title} address={address} />
          </div>
        </div>
      </article>
      {related.length > 0 && (
        <section className="wrap section" aria-labelledby="related">
          <h2 className="section-title" id="related">
            ملازم ذات صلة
          </h2>
          <NoteCards notes={related} headingLevel={3} isRow />
        </section>
      )}
    </>
  )
}
