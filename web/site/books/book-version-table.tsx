import { Download } from 'lucide-react'
import { formatFileSize, formatPlainNumber } from '#contract/format.ts'
import type { BookVersion } from '#contract/resources/book.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { downloadData } from '#web/school/download-data.ts'
import { DeadNote, mirrorsOf } from '#web/school/mirrors.tsx'
import { copyWords, FileFactsLine } from '#web/school/file-facts-line.tsx'
import { StateSign } from '#web/school/state-sign.tsx'

/** The editions of a book, each with its links. Source: P5.2. */
export function BookVersionTable({ versions }: { versions: readonly BookVersion[] }) {
  return (
    <section aria-labelledby="versions">
      <h2 className="section-title" id="versions">
        الإصدارات المتوفرة
      </h2>
      <table className="editions">
        <thead>
          <tr>
            <th scope="col">الإصدار</th>
            <th scope="col">السنة</th>
            <th scope="col">روابط التحميل</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(version => (
            <tr key={version.id}>
              <th scope="row">
                <bdi>{version.title}</bdi>
                {version.file?.damage && <FileFactsLine file={version.file} />}
              </th>
              <td className="edition-year">{formatPlainNumber(version.releaseYear)}</td>
              <td className="edition-links">
                <VersionLinks version={version} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function VersionLinks({ version }: { version: BookVersion }) {
  const { title, directLink, file } = version
  return (
    <>
      {mirrorsOf(version).map(({ name, lang, href, Sign, isDead }) => (
        <a className="edition-link" key={href} href={href} rel="noopener" target="_blank">
          <Sign aria-hidden="true" />
          <span lang={lang}>{name}</span>
          <DeadNote isDead={isDead} />
          <HiddenTitle title={title} />
        </a>
      ))}
      {directLink && !file?.damage && (
        <>
          {file?.light && (
            <FileLink
              href={file.light.url}
              file={{ ...file.light, type: file.type }}
              word={copyWords.light}
              title={title}
            />
          )}
          <FileLink href={directLink} file={file} word={file?.light && copyWords.whole} title={title} />
        </>
      )}
    </>
  )
}

interface FileLinkProps {
  href: string
  /** Of a stored file; null for what lies elsewhere. */
  file: Pick<FileFacts, 'name' | 'size' | 'type'> | null
  /** Which of two it is. */
  word: string | undefined
  title: string
}

/** A way to an edition's file, with what it costs. */
function FileLink({ href, file, word, title }: FileLinkProps) {
  return (
    <a
      className="edition-link is-download"
      href={href}
      download={file?.name ?? ''}
      {...downloadData(href, file, title)}
    >
      <span className={file ? 'visually-hidden' : undefined}>
        <span data-slot="label">تحميل مباشر</span>{' '}
      </span>
      {word && <span>{word}</span>}
      {file && <span data-slot="share">{formatFileSize(file.size)}</span>}
      <StateSign free={Download} />
      <HiddenTitle title={title} />
    </a>
  )
}

function HiddenTitle({ title }: { title: string }) {
  return (
    <span className="visually-hidden">
      {' '}
      <bdi>{title}</bdi>
    </span>
  )
}
