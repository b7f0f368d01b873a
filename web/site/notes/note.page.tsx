import { between } from '#contract/between.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades, stages } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, dayInBaghdad, formatCount, formatDate, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths, shareImagePath } from '#contract/paths.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import type { Note } from '#contract/resources/note.ts'
import { teacherSlug } from '#contract/teacher-names.ts'
import { Cover } from '#web/school/cover.tsx'
import { DownloadLinks } from '#web/school/download-links.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { definePage } from '../define-page.tsx'
import { hrefWith } from '../href-with.ts'
import { listName } from '../list-names.ts'
import { titleRest } from '../lists/title-rest.ts'
import type { ViewProps } from '../page-module.ts'
import type { DocumentShape } from '../reader/document-shape.ts'
import { chaptersOf } from '../record/chapters-of.ts'
import { InsideRecord, readPlaceData } from '../record/chapters.tsx'
import { RecordTop } from '../record/record-top.tsx'
import { SubjectWays, subjectWays, teacherWay } from '../subject-ways.tsx'
import type { SubjectWay } from '../subject-ways.tsx'
import { NoteCards } from './note-cards.tsx'

interface NotePageData {
  note: Note
  /** Those that its file names; none while nothing is known of it. */
  chapters: DocumentShape['outline']
  ways: readonly SubjectWay[]
  /** The way to all handouts of its teacher; none where the name has no letters. */
  teacher: SubjectWay | undefined
  related: readonly Note[]
}

/** `/notes/download/{id}`. */
export const notePage = definePage<object, NotePageData>({
  address: paths.note(':id'),
  hasActionBar: true,
  isOfItsData: true,
  tags: ['notes', 'books', 'exams'],
  async load({ services, params }) {
    const note = await services.notes.get(params.id ?? '')
    const { stage: grade, subject } = note
    const slug = teacherSlug(note.teacher)
    const [chapters, ways, count, related] = await Promise.all([
      chaptersOf(services, note.file),
      subjectWays(services, { grade, subject }, ['books', 'exams']),
      services.notes.teachers.count(note.teacher),
      services.notes.related(note, limits.relatedNotes),
    ])
    return {
      note,
      chapters,
      ways,
      teacher: slug ? teacherWay(note.teacher, slug, count) : undefined,
      related,
    }
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
  const { stage: grade } = note
  const { stage } = grades[grade]
  const list = paths.notesOfStage(stage)
  return [
    { label: 'الملازم', href: paths.notes },
    { label: stages[stage].label, href: list },
    { label: listName('ملازم', { stage, grade }), href: hrefWith(list, { grade }) },
    { label: note.title, href: paths.note(note.id) },
  ]
}

function NoteView({ data, settings, address }: ViewProps<object, NotePageData>) {
  const { note, chapters, ways, teacher, related } = data
  const { stage: grade, subject, branch, file } = note
  const readingHref = readableSha256(file) && paths.noteReading(note.id)
  const readAs = `note:${note.id}`
  const pages = file?.pageCount && formatCount(file.pageCount, countedNouns.page)
  const facts = [
    { name: 'العنوان الكامل', value: note.title },
    { name: 'آخر تحديث', value: formatDate(note.updatedAt), dateTime: dayInBaghdad(note.updatedAt) },
  ]
  return (
    <>
      <article className="wrap record-page" {...readPlaceData(readAs, chapters)}>
        <RecordTop
          crumbs={crumbsOf(note)}
          heading={
            <bdi>
              {titleRest(note.title, { subject, grade, branch, year: note.releaseYear }) || note.title}
            </bdi>
          }
          lines={[
            [subjectLabels[subject], grades[grade].shortLabel, branch && branchLabels[branch]]
              .filter(Boolean)
              .join(between),
            <bdi key="teacher">{note.teacher}</bdi>,
            [formatPlainNumber(note.releaseYear), pages].filter(Boolean).join(between),
          ]}
        >
          <Cover kind="ملزمة" {...note} alt={`غلاف ${note.title}`} isLazy={false} />
        </RecordTop>
        <div className="detail-main">
          {readingHref && (
            <InsideRecord readingHref={readingHref} chapters={chapters} label="ابحث في هذه الملزمة" />
          )}
          <DownloadLinks
            {...note}
            keptAs={readAs}
            readingHref={readingHref}
            videoLink={settings.videoHelpLink}
          />
          <SubjectWays grade={grade} subject={subject} ways={teacher ? [teacher, ...ways] : ways} />
          <section aria-labelledby="details">
            <h2 className="visually-hidden" id="details">
              تفاصيل الملزمة
            </h2>
            <Facts facts={facts} />
          </section>
          <ShareBar title={note.title} address={address} />
        </div>
      </article>
      {related.length > 0 && (
        <section className="wrap related-records no-print" aria-labelledby="related">
          <h2 className="section-title" id="related">
            ملازم ذات صلة
          </h2>
          <NoteCards notes={related} headingLevel={3} isRow />
        </section>
      )}
    </>
  )
}
