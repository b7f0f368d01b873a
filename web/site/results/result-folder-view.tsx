import { ArrowRight, ChevronLeft, Download, FileArchive, Folder, FolderOpen } from 'lucide-react'
import { grades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Result } from '#contract/resources/result.ts'
import { downloadData } from '#web/school/download-data.ts'
import { DeadNote, mirrorsOf } from '#web/school/mirrors.tsx'
import { FileFactsLine } from '#web/school/file-facts-line.tsx'
import { AskForm } from '../lists/ask-form.tsx'
import { hrefWith } from '../query.ts'
import type { ResultPlace } from './result-folders.ts'

interface ResultFolderViewProps {
  grade: MinisterialGradeCode
  place: ResultPlace
}

/** One folder of results: the way here, a step back, and what is in it. Source: R2.2. */
export function ResultFolderView({ grade, place: { trail, folders, files } }: ResultFolderViewProps) {
  const root = paths.resultsOfGrade(grade)
  const hrefOf = (segments: readonly string[]) => hrefWith(root, { path: segments.join('/') })
  const segments = trail.map(folder => folder.segment)
  return (
    <div className="folder">
      <div className="folder-bar">
        {trail.length > 0 ? (
          <a className="chip" href={hrefOf(segments.slice(0, -1))} data-swap="push">
            <ArrowRight aria-hidden="true" />
            رجوع
          </a>
        ) : (
          <span className="chip" role="link" aria-disabled="true">
            <ArrowRight aria-hidden="true" />
            رجوع
          </span>
        )}
        <nav className="breadcrumb" aria-label="المجلد الحالي">
          <ol>
            <li>
              <a href={root} data-swap="push">
                كل السنوات
              </a>
            </li>
            {trail.map(({ segment, name }, index) => (
              <li key={segment}>
                <ChevronLeft aria-hidden="true" />
                {index < trail.length - 1 ? (
                  <a href={hrefOf(segments.slice(0, index + 1))} data-swap="push">
                    <bdi>{name}</bdi>
                  </a>
                ) : (
                  <bdi aria-current="page">{name}</bdi>
                )}
              </li>
            ))}
          </ol>
        </nav>
      </div>
      {folders.length + files.length === 0 && (
        <p className="folder-empty">
          <FolderOpen aria-hidden="true" />
          هذا المجلد فارغ
        </p>
      )}
      {folders.length + files.length === 0 && (
        <AskForm
          wanted={[`نتائج ${grades[grade].shortLabel}`, ...trail.map(({ name }) => name)].join('، ')}
          from={hrefOf(segments)}
        />
      )}
      <ul className="folder-rows">
        {folders.map(({ segment, name, fileCount }) => (
          <li className="folder-row" key={segment}>
            <Folder aria-hidden="true" />
            <a className="card-link" href={hrefOf([...segments, segment])} data-swap="push">
              <bdi>{name}</bdi>
            </a>
            <span className="muted">{formatCount(fileCount, countedNouns.file)}</span>
            <ChevronLeft aria-hidden="true" />
          </li>
        ))}
        {files.map((result, index) => (
          <ResultFileRow
            key={result.id}
            result={result}
            name={fileName(files, index)}
            hasDrive={grade === 'SIXTH_PRIMARY'}
          />
        ))}
      </ul>
    </div>
  )
}

const nameOf = ({ city, school }: Result) => (school ? `${city}، ${school}` : city)

/** What a file is called among the others of its folder: of several for the same place, the later ones are numbered. */
function fileName(files: readonly Result[], index: number): string {
  const names = files.slice(0, index + 1).map(nameOf)
  const name = names.at(-1) ?? ''
  const place = names.filter(other => other === name).length
  return place > 1 ? `${name} (${formatPlainNumber(place)})` : name
}

interface ResultFileRowProps {
  result: Result
  name: string
  hasDrive: boolean
}

function ResultFileRow({ result, name, hasDrive }: ResultFileRowProps) {
  const { city, directLink, googleDriveLink, file } = result
  const links = { ...result, googleDriveLink: hasDrive ? googleDriveLink : null }
  return (
    <li className="folder-row is-file">
      <FileArchive aria-hidden="true" />
      <span className="file-name">
        {file?.damage ? (
          <bdi>{name}</bdi>
        ) : (
          <a className="card-link" href={directLink} rel="noopener" target="_blank">
            <span className="visually-hidden">ملف نتائج </span>
            <bdi>{name}</bdi>
          </a>
        )}
        {file && <FileFactsLine file={file} />}
      </span>
      <span className="table-links">
        {mirrorsOf(links).map(({ name: place, lang, href, Sign, isDead }) => (
          <a key={href} className="chip" href={href} rel="noopener" target="_blank">
            <Sign aria-hidden="true" />
            <span lang={lang}>{place}</span>
            <DeadNote isDead={isDead} />
            <HiddenName name={name} />
          </a>
        ))}
        {!file?.damage && (
          <a
            className="chip is-strong is-download"
            href={directLink}
            download={file?.name ?? ''}
            {...downloadData(directLink, file, name)}
          >
            <Download aria-hidden="true" />
            <span data-slot="label">
              تحميل <bdi>{city}</bdi>
            </span>
            {name !== city && <HiddenName name={name} />}
          </a>
        )}
      </span>
    </li>
  )
}

/** What a link is about, for those who hear it apart from its row. */
function HiddenName({ name }: { name: string }) {
  return (
    <span className="visually-hidden">
      {' '}
      <bdi>{name}</bdi>
    </span>
  )
}
