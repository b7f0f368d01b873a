import { Download } from 'lucide-react'
import { between } from '#contract/between.ts'
import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { ownPages } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { ActionBar } from '#web/school/action-bar.tsx'
import { madeDownloadData } from '#web/school/download-data.ts'
import { DeadNote, mirrorsOf, type MirrorLink } from '#web/school/mirrors.tsx'
import { KeepButton } from '#web/school/keep-button.tsx'
import { StateSign } from '#web/school/state-sign.tsx'
import { examName } from './exam-name.ts'

interface ExamActionsProps {
  exam: Exam
  /** The size of all pages of ours as one PDF, where it is known: it is told once they were drawn. */
  pdfBytes: number | undefined
}

/** What can be done with an exam: to a page of it, all pages in one file, share. */
export function ExamActions({ exam, pdfBytes }: ExamActionsProps) {
  const { files } = exam
  const [mirror] = mirrorsOf(exam)
  const pages = ownPages(exam)
  return (
    <ActionBar
      label={`أسئلة ${examName(exam)}`}
      pages={files.length}
      keep={pages.length > 0 && <KeepButton of={`exam:${exam.id}`} title={`أسئلة ${examName(exam)}`} />}
    >
      {pages.length > 0 ? (
        <a
          className="button is-download"
          href={paths.examPdf(exam.id)}
          download=""
          {...madeDownloadData(`أسئلة ${examName(exam)}`)}
        >
          <StateSign free={Download} />
          <span className="visually-hidden" data-slot="label">
            {pages.length < files.length
              ? 'تحميل الصفحات المحفوظة لدينا في ملف واحد، '
              : 'تحميل كل الصفحات في ملف واحد، '}
            {formatCount(pages.length, countedNouns.page)}،{' '}
          </span>
          <span data-slot="share">
            <bdi>PDF</bdi>
            {pdfBytes !== undefined && (
              <>
                <span className="file-between">{between}</span>
                <span className="file-size">{formatFileSize(pdfBytes)}</span>
              </>
            )}
          </span>
        </a>
      ) : mirror ? (
        <Mirror {...mirror} />
      ) : null}
    </ActionBar>
  )
}

/** Where else an exam can be had. */
export function ExamMirrors({ exam }: { exam: Exam }) {
  const mirrors = mirrorsOf(exam)
  if (mirrors.length === 0) return null
  return (
    <div className="downloads no-print">
      {mirrors.map(mirror => (
        <Mirror key={mirror.href} {...mirror} />
      ))}
    </div>
  )
}

function Mirror({ name, lang, href, Sign, isDead }: MirrorLink) {
  return (
    <a className="button is-quiet" href={href} rel="noopener" target="_blank">
      <Sign aria-hidden="true" />
      <span>
        تحميل من <span lang={lang}>{name}</span>
        <DeadNote isDead={isDead} />
      </span>
    </a>
  )
}
