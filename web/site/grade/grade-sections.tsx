import type { ReactNode } from 'react'
import { ChevronLeft } from 'lucide-react'
import { between } from '#contract/between.ts'
import { isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { formatNumber } from '#contract/format.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'
import { BookStrip } from '../books/book-strip.tsx'
import { NoteRow } from '../notes/note-row.tsx'
import { ExamDays } from './exam-days.tsx'
import { ReleaseCard } from '../results/release-card.tsx'
import type { GradeContent } from './grade-content.ts'
import { GradeExams } from './grade-exams.tsx'

interface SectionProps {
  id: string
  title: string
  /** What whoever keeps the grade calls it, on the own home page (`web/islands/my-grade-behaviour.ts`). */
  ownTitle?: string
  all?: { href: string; label: ReactNode } | undefined
  children: ReactNode
}

/** A part of the home page or of a grade's page: its title, the way to all of it, and what it shows. */
export function TitledSection({ id, title, ownTitle, all, children }: SectionProps) {
  return (
    <section className="wrap part" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id} data-own-title={ownTitle}>
          {title}
        </h2>
        {all && (
          <a href={all.href}>
            {all.label}
            <ChevronLeft aria-hidden="true" />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

/** The way to all of something: «الكل · ١٤», with its name to those who hear the link alone. */
function AllOf({ name, total }: { name: string; total: number }) {
  return (
    <span>
      الكل<span className="visually-hidden"> من {name}</span>
      {between}
      {formatNumber(total)}
    </span>
  )
}

/** What a student of a grade comes for: the days of exams, books, exams by year and round, results, handouts. */
export function GradeSections({ place, content }: { place: GradePlace; content: GradeContent }) {
  const { grade, branch } = place
  const { books, exams, notes, status, dates } = content
  return (
    <>
      {dates.length > 0 && (
        <TitledSection id="grade-dates" title="مواعيد الامتحانات">
          <ExamDays place={place} dates={dates} />
        </TitledSection>
      )}
      {books.items.length > 0 && (
        <TitledSection
          id="grade-books"
          title="الكتب"
          ownTitle="كتبي"
          all={{
            href: paths.booksOfGrade(grade, branch),
            label: <AllOf name="الكتب" total={books.total} />,
          }}
        >
          <BookStrip books={books.items} firstSeen={4} />
        </TitledSection>
      )}
      {isMinisterialGradeCode(grade) && exams.length > 0 && (
        <TitledSection
          id="grade-exams"
          title="الأسئلة الوزارية"
          ownTitle="أسئلتي الوزارية"
          all={{ href: paths.examsOfGrade(grade), label: 'كل الأسئلة' }}
        >
          <GradeExams grade={grade} exams={exams} />
        </TitledSection>
      )}
      {status && (
        <TitledSection id="grade-results" title="النتائج" all={{ href: paths.results, label: 'كل النتائج' }}>
          <ReleaseCard status={status} />
        </TitledSection>
      )}
      {notes.items.length > 0 && (
        <TitledSection
          id="grade-notes"
          title="الملازم"
          ownTitle="ملازمي"
          all={{
            href: paths.notesOfGrade(grade, branch),
            label: <AllOf name="الملازم" total={notes.total} />,
          }}
        >
          <ul className="record-rows">
            {notes.items.map(note => (
              <NoteRow key={note.id} note={note} said={{ grade, branch: branch ?? null }} headingLevel={3} />
            ))}
          </ul>
        </TitledSection>
      )}
    </>
  )
}
