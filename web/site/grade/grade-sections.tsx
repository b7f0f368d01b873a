import type { ReactNode } from 'react'
import { ChevronLeft } from 'lucide-react'
import { isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'
import { subjectIcons } from '#web/school/subject-icons.ts'
import { BookStrip } from '../books/book-strip.tsx'
import { NoteRow } from '../notes/note-row.tsx'
import { ExamDays } from './exam-days.tsx'
import { hrefWith } from '../query.ts'
import { ReleaseCard } from '../results/release-card.tsx'
import type { GradeContent } from './grade-content.ts'

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

function SubjectSign({ subject }: { subject: SubjectCode }) {
  const Icon = subjectIcons[subject]
  return (
    <span className="subject-dot" data-subject={subject}>
      <Icon aria-hidden="true" />
    </span>
  )
}

/** What a student of a grade comes for: the days of exams, books, exams by subject, results, handouts. */
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
          all={{ href: paths.booksOfGrade(grade, branch), label: `كل الكتب · ${formatNumber(books.total)}` }}
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
          <ul className="subject-tiles">
            {exams.map(({ subject, count }) => (
              <li key={subject}>
                <SubjectSign subject={subject} />
                <div>
                  <a className="card-link" href={hrefWith(paths.examsOfGrade(grade), { subject })}>
                    <span className="visually-hidden">أسئلة </span>
                    {subjectLabels[subject]}
                  </a>
                  <small>{formatCount(count, countedNouns.exam)}</small>
                </div>
              </li>
            ))}
          </ul>
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
          all={{ href: paths.notesOfGrade(grade, branch), label: `كل الملازم · ${formatNumber(notes.total)}` }}
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
