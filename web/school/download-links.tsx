import { BookOpenText, CirclePlay, Download, Wrench } from 'lucide-react'
import { formatFileSize } from '#contract/format.ts'
import type { LinksElsewhere } from '#contract/resources/dead-links.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { ActionBar } from './action-bar.tsx'
import { downloadData } from './download-data.ts'
import { beingMended, FileFactsLine } from './file-facts-line.tsx'
import { KeepButton } from './keep-button.tsx'
import { DeadNote, mirrorsOf, type MirrorLink } from './mirrors.tsx'

interface DownloadLinksProps extends LinksElsewhere {
  title: string
  /** What the shelf calls it: the kind, a colon, the id. */
  keptAs: string
  /** Where its pages are read; undefined where none can be. */
  readingHref: string | undefined
  directLink: string | null
  file: FileFacts | null
  /** The how-to video; shown only where the site has one. */
  videoLink?: string | undefined
}

/**
 * The ways to read and to get a file, each only if there is one, dead ones last; in the bar of actions the way to its pages and the
 * direct one, or else the first that there is, or why there is none. Source: P2.7, P5.1.
 */
export function DownloadLinks(props: DownloadLinksProps) {
  const { title, keptAs, readingHref, directLink, file, videoLink } = props
  const isSound = !file?.damage
  const direct = isSound ? directLink : null
  const mirrors = mirrorsOf(props)
  const [first, ...others] = mirrors
  const isRead = readingHref !== undefined
  const isMended = directLink !== null && !isSound
  if (!directLink && !first) {
    return (
      <ActionBar label={title}>
        <p className="muted">لا يوجد رابط تحميل لهذا المحتوى حالياً.</p>
      </ActionBar>
    )
  }
  return (
    <div className="downloads">
      {isMended && first && <Mended />}
      <ActionBar label={title} keep={file && isSound && <KeepButton of={keptAs} title={title} />}>
        {readingHref && (
          <a className="button is-read" href={readingHref}>
            <BookOpenText aria-hidden="true" />
            اقرأ
            <span className="visually-hidden">
              <bdi>{title}</bdi>
            </span>
          </a>
        )}
        {direct && file?.light && (
          <>
            <Direct {...file.light} type={file.type} label={lightLabel} title={title} isQuiet={isRead} />
            <Direct {...file} url={direct} label={wholeLabel} title={title} isQuiet />
          </>
        )}
        {direct && !file?.light && (
          <a
            className={isRead ? 'button is-download is-quiet' : 'button is-download'}
            href={direct}
            download={file ? file.name : ''}
            {...downloadData(direct, file, title)}
          >
            <Download aria-hidden="true" />
            <span className="button-text">
              <span data-slot="label">تحميل مباشر</span>
              {file && <FileFactsLine file={file} arePagesSaid />}
              <span className="visually-hidden">
                <bdi>{title}</bdi>
              </span>
            </span>
          </a>
        )}
        {!direct && first && <Mirror {...first} isMain />}
        {isMended && !first && <Mended />}
      </ActionBar>
      {(direct ? mirrors : others).map(mirror => (
        <Mirror key={mirror.href} {...mirror} />
      ))}
      {videoLink && (
        <a className="button is-plain" href={videoLink} rel="noopener" target="_blank">
          <CirclePlay aria-hidden="true" />
          شاهد طريقة التحميل
        </a>
      )}
    </div>
  )
}

/** What the way to a light copy is called. */
export const lightLabel = 'حمّل الخفيف'
const wholeLabel = 'الكامل'

interface DirectProps extends Pick<FileFacts, 'url' | 'name' | 'size' | 'type'> {
  label: string
  title: string
  isQuiet: boolean
}

/** One of two ways to a file: what it is, and below it what it costs. */
function Direct({ url, name, size, type, label, title, isQuiet }: DirectProps) {
  return (
    <a
      className={isQuiet ? 'button is-download is-either is-quiet' : 'button is-download is-either'}
      href={url}
      download={name}
      {...downloadData(url, { size, type }, title)}
    >
      <span className="button-text">
        <span data-slot="label">{label}</span>
        <span className="file-facts">
          <bdi>{formatFileSize(size)}</bdi>
        </span>
        <span className="visually-hidden">
          <bdi>{title}</bdi>
        </span>
      </span>
    </a>
  )
}

interface MirrorProps extends MirrorLink {
  isMain?: boolean
}

function Mirror({ name, lang, href, Sign, isDead, isMain = false }: MirrorProps) {
  return (
    <a className={isMain ? 'button' : 'button is-quiet'} href={href} rel="noopener" target="_blank">
      <Sign aria-hidden="true" />
      <span>
        <span lang={lang}>{name}</span>
        <DeadNote isDead={isDead} />
      </span>
    </a>
  )
}

function Mended() {
  return (
    <p className="downloads-mended" role="note">
      <Wrench aria-hidden="true" />
      {beingMended}، ويعود تنزيله من هنا قريباً.
    </p>
  )
}
