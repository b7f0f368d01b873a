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
  all?: { href: string; label: string } | undefined
  children: ReactNode
}

/** A part of the home page or of a grade's page: its title, the way to all of it, and what it shows. */
export function TitledSection({ id, title, all, children }: SectionProps) {
  return (
    <section className="wrap part" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
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
          all={{
            href: paths.booksOfGrade(grade, branch),
            label: `كل الكتب${between}${formatNumber(books.total)}`,
          }}
        >
          <BookStrip books={books.items} firstSeen={4} />
        </TitledSection>
      )}
      {isMinisterialGradeCode(grade) && exams.length > 0 && (
        <TitledSection
          id="grade-exams"
          title="الأسئلة الوزارية"
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
          all={{
            href: paths.notesOfGrade(grade, branch),
            label: `كل الملازم${between}${formatNumber(notes.total)}`,
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
