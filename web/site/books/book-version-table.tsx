import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPlainNumber } from '#contract/format.ts'
import type { BookVersion } from '#contract/resources/book.ts'
import { downloadData } from '#web/school/download-data.ts'
import { DeadNote, mirrorsOf } from '#web/school/mirrors.tsx'
import { FileFactsLine } from '#web/school/file-facts-line.tsx'

/** The editions of a book, each with its three links. Source: P5.2. */
export function BookVersionTable({ versions }: { versions: readonly BookVersion[] }) {
  return (
    <section className="section" aria-labelledby="versions">
      <h2 className="section-title" id="versions">
        الإصدارات المتوفرة
      </h2>
      <div className="table-card">
        <table>
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
                  {version.file && <FileFactsLine file={version.file} />}
                </th>
                <td>{formatPlainNumber(version.releaseYear)}</td>
                <td>
                  <VersionLinks version={version} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function VersionLinks({ version }: { version: BookVersion }) {
  const { title, directLink, file } = version
  return (
    <div className="table-links">
      {directLink && !file?.damage && (
        <a
          className="chip is-strong is-download"
          href={directLink}
          download={file?.name ?? ''}
          {...downloadData(directLink, file, title)}
        >
          <Download aria-hidden="true" />
          <span data-slot="label">تحميل مباشر</span>
          <HiddenTitle title={title} />
        </a>
      )}
      {mirrorsOf(version).map(({ name, lang, href, Sign, isDead }) => (
        <ExternalChip key={href} href={href} title={title}>
          <Sign aria-hidden="true" />
          <span lang={lang}>{name}</span>
          <DeadNote isDead={isDead} />
        </ExternalChip>
      ))}
    </div>
  )
}

function ExternalChip({ href, title, children }: { href: string; title: string; children: ReactNode }) {
  return (
    <a className="chip" href={href} rel="noopener" target="_blank">
      {children}
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
