import { BookOpenText, CirclePlay, Cloud, Download, Send, Wrench } from 'lucide-react'
import type { FileFacts } from '#contract/resources/file.ts'
import { ActionBar } from './action-bar.tsx'
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

/** The ways to get a file, each only if there is one; the direct one is in the bar of actions. Source: P2.7, P5.1. */
export function DownloadLinks(props: DownloadLinksProps) {
  const { title, keptAs, readingHref, directLink, googleDriveLink, telegramLink, file, videoLink } = props
  const isSound = !file?.damage
  if (!directLink && !googleDriveLink && !telegramLink) {
    return (
      <ActionBar label={title}>
        <p className="muted">لا يوجد رابط تحميل لهذا المحتوى حالياً.</p>
      </ActionBar>
    )
  }
  return (
    <div className="downloads">
      {directLink && !isSound && (
        <p className="downloads-mended" role="note">
          <Wrench aria-hidden="true" />
          {beingMended}، ويعود تنزيله من هنا قريباً.
        </p>
      )}
      <ActionBar label={title} keep={file && isSound && <KeepButton of={keptAs} title={title} />}>
        {directLink && isSound && (
          <a className="button is-download" href={directLink} download={file ? file.name : ''}>
            <Download aria-hidden="true" />
            <span className="button-text">
              <span>تحميل مباشر</span>
              {file && <FileFactsLine file={file} />}
              <span className="visually-hidden">
                <bdi>{title}</bdi>
              </span>
            </span>
          </a>
        )}
      </ActionBar>
      {file?.type === 'application/pdf' && isSound && (
        <a className="button is-quiet" href={readingHref}>
          <BookOpenText aria-hidden="true" />
          اقرأ
          <span className="visually-hidden">
            <bdi>{title}</bdi>
          </span>
        </a>
      )}
      {googleDriveLink && (
        <a className="button is-quiet" href={googleDriveLink} rel="noopener" target="_blank">
          <Cloud aria-hidden="true" />
          <span lang="en">Google Drive</span>
        </a>
      )}
      {telegramLink && (
        <a className="button is-quiet" href={telegramLink} rel="noopener" target="_blank">
          <Send aria-hidden="true" />
          تيليجرام
        </a>
      )}
      {videoLink && (
        <a className="button is-plain" href={videoLink} rel="noopener" target="_blank">
          <CirclePlay aria-hidden="true" />
          شاهد طريقة التحميل
        </a>
      )}
    </div>
  )
}
