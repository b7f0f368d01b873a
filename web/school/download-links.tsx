import { BookOpenText, CirclePlay, Cloud, Download, Send, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { readableSha256 } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { ActionBar } from './action-bar.tsx'
import { downloadData } from './download-data.ts'
import { beingMended, FileFactsLine } from './file-facts-line.tsx'
import { KeepButton } from './keep-button.tsx'

interface DownloadLinksProps {
  title: string
  /** What the shelf calls it: the kind, a colon, the id. */
  keptAs: string
  /** Where its pages are read. */
  readingHref: string
  directLink: string | null
  googleDriveLink: string | null
  telegramLink: string | null
  file: FileFacts | null
  /** The how-to video; shown only where the site has one. */
  videoLink?: string | undefined
}

/**
 * The ways to get a file, each only if there is one; in the bar of actions the direct one, or else the first that there
 * is, or why there is none. Source: P2.7, P5.1.
 */
export function DownloadLinks(props: DownloadLinksProps) {
  const { title, keptAs, readingHref, directLink, googleDriveLink, telegramLink, file, videoLink } = props
  const isSound = !file?.damage
  const direct = isSound ? directLink : null
  const mirrors = [
    googleDriveLink && { name: 'Google Drive', lang: 'en', href: googleDriveLink, Sign: Cloud },
    telegramLink && { name: 'تيليجرام', lang: undefined, href: telegramLink, Sign: Send },
  ].filter(mirror => mirror !== null && mirror !== '')
  const [first, ...others] = mirrors
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
        {direct && (
          <a
            className="button is-download"
            href={direct}
            download={file ? file.name : ''}
            {...downloadData(direct, file, title)}
          >
            <Download aria-hidden="true" />
            <span className="button-text">
              <span data-slot="label">تحميل مباشر</span>
              {file && <FileFactsLine file={file} />}
              <span className="visually-hidden">
                <bdi>{title}</bdi>
              </span>
            </span>
          </a>
        )}
        {!direct && first && <Mirror {...first} isMain />}
        {isMended && !first && <Mended />}
      </ActionBar>
      {readableSha256(file) && (
        <a className="button is-quiet" href={readingHref}>
          <BookOpenText aria-hidden="true" />
          اقرأ
          <span className="visually-hidden">
            <bdi>{title}</bdi>
          </span>
        </a>
      )}
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

interface MirrorProps {
  name: string
  lang: string | undefined
  href: string
  Sign: LucideIcon
  isMain?: boolean
}

function Mirror({ name, lang, href, Sign, isMain = false }: MirrorProps) {
  return (
    <a className={isMain ? 'button' : 'button is-quiet'} href={href} rel="noopener" target="_blank">
      <Sign aria-hidden="true" />
      <span lang={lang}>{name}</span>
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
