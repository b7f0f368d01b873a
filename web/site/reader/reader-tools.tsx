import {
  Bookmark,
  EllipsisVertical,
  Flag,
  LayoutGrid,
  List,
  Maximize,
  Search,
  SunMedium,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { Chapters } from './page-steps.tsx'
import type { DocumentShape, ReadRecord } from './document-shape.ts'
import { FileWays } from './file-ways.tsx'

interface ReaderToolsProps extends Pick<DocumentShape, 'pageCount' | 'outline'> {
  page: number
}

/** The tools that lie over the page after a tap; what they do stands in `web/islands/reader.ts`. */
export function ReaderTools({ pageCount, outline, page }: ReaderToolsProps) {
  return (
    <>
      <p className="reader-place needs-script no-print" aria-hidden="true">
        {formatPlainNumber(page)}
      </p>
      <div className="reader-tools needs-script no-print" role="group" aria-label="أدوات القراءة">
        <ol className="reader-near" />
        <div className="reader-slider">
          <output>{formatPlainNumber(page)}</output>
          <input type="range" min={1} max={pageCount} defaultValue={page} aria-label="الصفحة" />
          <span className="muted">{formatPlainNumber(pageCount)}</span>
        </div>
        <div className="reader-buttons">
          {outline.length > 0 && (
            <button type="button" popoverTarget="reader-chapters">
              <List aria-hidden="true" />
              الفصول
            </button>
          )}
          <button type="button" popoverTarget="reader-all">
            <LayoutGrid aria-hidden="true" />
            كل الصفحات
          </button>
          <button type="button" data-tool="larger">
            <ZoomIn aria-hidden="true" />
            تكبير
          </button>
          <button type="button" data-tool="mark" aria-pressed="false">
            <Bookmark aria-hidden="true" />
            علّم الصفحة
          </button>
          <a href={paths.contact} data-tool="report">
            <Flag aria-hidden="true" />
            أبلغ عنها
          </a>
        </div>
      </div>
      {outline.length > 0 && (
        <nav className="reader-list" id="reader-chapters" popover="auto" aria-label="الفصول">
          <ListHead id="reader-chapters" title="الفصول" />
          <Chapters outline={outline} />
        </nav>
      )}
      <nav className="reader-list" id="reader-all" popover="auto" aria-label="كل الصفحات">
        <ListHead id="reader-all" title="كل الصفحات" />
        <p className="muted" data-marks="" />
        <ol className="reader-grid" />
      </nav>
    </>
  )
}

/** The tools at the top: the search, and behind one press what is wanted rarely. */
export function HeadTools({ record }: { record: ReadRecord }) {
  return (
    <div className="reader-head-tools needs-script">
      <button
        className="icon-button"
        type="button"
        popoverTarget="reader-find"
        aria-label="ابحث داخل الصفحات"
      >
        <Search aria-hidden="true" />
      </button>
      <MoreTools record={record} />
    </div>
  )
}

/** What is wanted rarely, behind one press; while something is looked for too. */
export function MoreTools({ record }: { record: ReadRecord }) {
  return (
    <>
      <button className="icon-button" type="button" popoverTarget="reader-more" aria-label="أدوات أخرى">
        <EllipsisVertical aria-hidden="true" />
      </button>
      <div className="reader-more" id="reader-more" popover="auto" role="group" aria-label="أدوات أخرى">
        <button type="button" data-tool="smaller" disabled>
          <ZoomOut aria-hidden="true" />
          تصغير
        </button>
        <button type="button" data-tool="fill">
          <Maximize aria-hidden="true" />
          ملء الشاشة
        </button>
        <label className="reader-paper">
          <input className="visually-hidden" type="checkbox" />
          <SunMedium aria-hidden="true" />
          ورق فاتح
        </label>
        <FileWays record={record} />
      </div>
    </>
  )
}

function ListHead({ id, title }: { id: string; title: string }) {
  return (
    <div className="reader-list-head">
      <h2>{title}</h2>
      <button
        className="icon-button"
        type="button"
        popoverTarget={id}
        popoverTargetAction="hide"
        aria-label="إغلاق"
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
