import { branchLabels } from '#contract/codes/branches.ts'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber, formatSchoolYear } from '#contract/format.ts'
import type { BookInput, BookVersionInput } from '#contract/resources/book.ts'
import { curriculum } from '../curriculum.ts'
import type { TaughtSubject } from '../curriculum.ts'
import { daysBefore } from '../demo-time.ts'
import { topicsOf } from '../subject-topics.ts'

export const demoSchoolYear = 2026

export interface DemoBook {
  input: Omit<BookInput, 'image' | 'directLink'>
  versions: Omit<BookVersionInput, 'directLink'>[]
  createdAt: Date
}

/** The textbooks of all twelve grades. */
export function demoBooks(today: Date): DemoBook[] {
  const books = gradeCodes.flatMap(grade => curriculum[grade].map(taught => ({ grade, ...taught })))
  return books.map((book, index) => {
    const grade = grades[book.grade]
    const subject = subjectLabels[book.subject]
    const { chapters } = topicsOf(book.subject, grade.stage)
    const forBranch = branchSuffix(book)
    return {
      input: {
        title: `كتاب ${subject} ل${grade.label.replace(/^ال/, 'ل')}${forBranch}`,
        subject: book.subject,
        stage: book.grade,
        branch: book.branch,
        releaseYear: demoSchoolYear,
        description:
          `كتاب ${subject} المقرر على طلبة ${grade.label}${forBranch} للعام الدراسي ${formatSchoolYear(demoSchoolYear)}. ` +
          `يتناول ${chapters
            .slice(0, 3)
            .map(chapter => `«${chapter}»`)
            .join(' و')} وغيرها. ` +
          'هذه نسخة تجريبية قصيرة أعدت لعرض الموقع، وليست الطبعة الرسمية.',
        keywords: [
          subject,
          grade.shortLabel,
          'كتاب',
          'منهج',
          formatPlainNumber(demoSchoolYear),
          ...chapters.slice(0, 2),
        ],
      },
      versions: index % 9 === 4 ? versionsOf(index) : [],
      createdAt: daysBefore(today, 12 + ((index * 37) % 170), index),
    }
  })
}

function branchSuffix({ branch }: TaughtSubject): string {
  return branch ? ` – الفرع ال${branchLabels[branch]}` : ''
}

function versionsOf(index: number): DemoBook['versions'] {
  const years = index % 2 === 0 ? [2025, 2024] : [2025, 2024, 2023]
  return years.map((releaseYear, position) => ({
    title: `طبعة ${formatSchoolYear(releaseYear)}`,
    releaseYear,
    position,
  }))
}
