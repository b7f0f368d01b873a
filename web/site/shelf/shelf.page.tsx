import type { ReactNode } from 'react'
import {
  BookOpen,
  Clock,
  CloudOff,
  Download,
  EllipsisVertical,
  FileQuestionMark,
  FileText,
  NotebookText,
  Package,
  Pause,
  Play,
  RefreshCw,
  School,
  Search,
  Trash2,
  X,
} from 'lucide-react'
import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { formatCount, countedNouns } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { shelfOrders } from '#web/shelf/order-shelf.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'

/**
 * `/shelf`: what is kept on this device. The server sends what a device sees that keeps nothing; one that keeps something
 * or has the worker fills it, any other at the first touch.
 */
export const shelfPage = definePage<object, object>({
  address: paths.shelf,
  tags: [],
  load: async () => ({}),
  meta: () => ({
    title: 'رفّي',
    headerName: 'رفّي',
    description: 'ما حفظته على جهازك من كتب وملازم وأسئلة وأوراق نتائج، يُفتح بلا إنترنت.',
    isHiddenFromSearch: true,
    isPrivate: true,
    isLedByGrade: true,
  }),
  View: ShelfView,
})

function ShelfView() {
  return (
    <>
      <PageHeading title="رفّي" text="ما حفظته على جهازك، يُفتح بلا إنترنت." />
      <div className="wrap section shelf" data-behaviour="shelf" data-shelf-page="">
        <p className="notice needs-no-script">
          رفّك محفوظ على جهازك وحده، ولا يُعرض إلا حين تسمح لمتصفحك بتشغيل جافاسكربت. ما تنزّله من صفحات الكتب
          والملازم يبقى يعمل من دونها.
        </p>
        <div className="notice shelf-late needs-script">
          <RefreshCw aria-hidden="true" />
          <p>ما على رفّك باقٍ على جهازك، ولم يصل بعد ما يعرضه.</p>
          <a className="button is-quiet" href={paths.shelf}>
            أعد المحاولة
          </a>
        </div>
        <p className="notice needs-script" data-slot="unable" hidden>
          الحفظ للقراءة بلا إنترنت غير متاح في متصفحك الآن، كما في التصفح الخاص في بعض المتصفحات. حمّل الملفات من
          صفحاتها بدلاً من ذلك.
        </p>
        <p className="shelf-off" data-slot="offline" hidden>
          <CloudOff aria-hidden="true" />
          لا إنترنت. ما على رفّك يعمل كله.
        </p>
        <div role="status" className="shelf-said" data-slot="said" tabIndex={-1} />
        <label className="field search-field" data-slot="search" hidden>
          <span className="visually-hidden">ابحث في رفّك</span>
          <span className="search-box">
            <Search aria-hidden="true" />
            <input
              className="input"
              type="search"
              placeholder="ابحث في رفّك"
              maxLength={limits.maxSearchLength}
              autoComplete="off"
            />
          </span>
        </label>
        <Room />
        <Full />
        <PackForm />
        <div className="notice needs-script" data-slot="empty">
          <Package aria-hidden="true" />
          <h2>رفّك فارغ</h2>
          <p>
            احفظ عليه كتاباً أو ملزمة أو أسئلة من زر «احفظ في رفّي» عند كل منها، أو خذ حزمة صفك كلها مرة واحدة.
          </p>
          <p className="chips notice-ways">
            <a className="button is-quiet" href={paths.books}>
              الكتب
            </a>
            <a className="button is-quiet" href={paths.exams}>
              الأسئلة الوزارية
            </a>
            <a className="button is-quiet" href={paths.results}>
              النتائج
            </a>
          </p>
        </div>
        <button className="button is-quiet needs-script" type="button" data-slot="look">
          <Clock aria-hidden="true" />
          صفحات فتحتها مؤخراً
        </button>
        <List name="loading" title="قيد التنزيل" />
        <List name="kept" title="على الجهاز">
          <label className="shelf-order" data-slot="order">
            <span className="visually-hidden">ترتيب رفّك</span>
            <select>
              {Object.entries(shelfOrders).map(([order, label]) => (
                <option key={order} value={order}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </List>
        <List name="pages" title="صفحات فتحتها مؤخراً">
          <button className="shelf-forget" type="button" data-slot="forget">
            امسح القائمة
          </button>
        </List>
        <Templates />
      </div>
    </>
  )
}

function Room() {
  return (
    <section className="shelf-room" data-slot="room" aria-label="المساحة" hidden>
      <p>
        <strong data-slot="used" />
        <span className="muted" data-slot="left" />
      </p>
      <div className="shelf-meter" data-slot="meter" aria-hidden="true" />
      <ul className="shelf-legend" data-slot="legend" />
      <p className="muted" data-slot="saving" hidden>
        توفير البيانات مفعّل: لا نحفظ شيئاً لم تطلبه.
      </p>
    </section>
  )
}

function Full() {
  return (
    <section className="shelf-full" data-slot="full" role="alert" hidden>
      <h2>امتلأت مساحة الجهاز</h2>
      <p data-slot="full-text" />
      <ul className="shelf-rows" data-slot="long-unopened" />
    </section>
  )
}

function List({ name, title, children }: { name: string; title: string; children?: ReactNode }) {
  return (
    <section className="shelf-list" data-list={name} aria-labelledby={`shelf-${name}`} hidden>
      <div className="shelf-list-head">
        <h2 id={`shelf-${name}`}>
          <span>{title}</span> <span data-slot="count" />
        </h2>
        {children}
      </div>
      <div data-slot="groups" />
    </section>
  )
}

function PackForm() {
  return (
    <form className="pack needs-script" data-pack="">
      <h2>
        <Package aria-hidden="true" />
        <span data-slot="pack-title">حزمة صفك</span>
      </h2>
      <p className="muted" data-slot="pack-text">
        كتب هذه السنة والأسئلة الوزارية، بضغطة واحدة. نقول لك حجمها قبل أن تبدأ.
      </p>
      <details className="pack-choice" data-slot="choice" open>
        <summary>اختر الصف والسنوات والملازم</summary>
        <div className="pack-fields">
          <label className="field">
            <span>الصف</span>
            <select className="input" name="stage" defaultValue="">
              <option value="">اختر صفك</option>
              {gradeCodes.map(code => (
                <option key={code} value={code}>
                  {grades[code].shortLabel}
                </option>
              ))}
            </select>
          </label>
          <label className="field" hidden>
            <span>الفرع</span>
            <select className="input" name="branch">
              <option value="">كل الفروع</option>
              {branchCodes.map(code => (
                <option key={code} value={code}>
                  {branchLabels[code]}
                </option>
              ))}
            </select>
          </label>
          <label className="field" hidden>
            <span>الأسئلة الوزارية</span>
            <select className="input" name="years" defaultValue={limits.usualPackYears}>
              {limits.packYears.map(years => (
                <option key={years} value={years}>
                  {years === 1 ? 'آخر سنة' : `آخر ${formatCount(years, countedNouns.year)}`}
                </option>
              ))}
            </select>
          </label>
        </div>
        <fieldset className="pack-notes" data-slot="notes" hidden>
          <legend>ملازم تختارها معها</legend>
          <ul />
        </fieldset>
      </details>
      <div className="pack-end">
        <p className="pack-total" role="status" data-slot="total" />
        <button className="button" type="submit" disabled>
          أضف إلى رفّي
        </button>
      </div>
    </form>
  )
}

const signs = {
  book: BookOpen,
  note: NotebookText,
  exam: FileQuestionMark,
  sheet: School,
  row: FileText,
  file: Download,
  page: Clock,
}

/** What the device makes its rows of. */
function Templates() {
  return (
    <>
      {Object.entries(signs).map(([name, Sign]) => (
        <template key={name} data-sign={name}>
          <Sign aria-hidden="true" />
        </template>
      ))}
      <template data-row="">
        <li className="shelf-row">
          <a data-slot="open" href={paths.shelf} aria-label="محفوظ">
            <span className="shelf-tile" data-slot="tile" />
            <span className="shelf-words">
              <bdi className="shelf-title" data-slot="title" />
              <progress className="shelf-progress" data-slot="progress" max={1} value={0} />
              <span className="shelf-about" data-slot="about" />
            </span>
          </a>
          <span className="shelf-acts">
            <Act name="pause" label="أوقف مؤقتاً" Sign={Pause} />
            <Act name="resume" label="أكمل" Sign={Play} />
            <Act name="renew" label="حدّث" Sign={RefreshCw} />
            <Act name="cancel" label="ألغِ" Sign={X} />
            <details className="shelf-more" data-act="more">
              <summary className="icon-button" data-slot="more">
                <EllipsisVertical aria-hidden="true" />
              </summary>
              <div className="shelf-menu">
                <a data-slot="page" href={paths.shelf}>
                  افتح صفحته
                </a>
                <button type="button" data-act="remove">
                  <Trash2 aria-hidden="true" />
                  أزله من رفّي
                </button>
              </div>
            </details>
          </span>
        </li>
      </template>
    </>
  )
}

function Act({ name, label, Sign }: { name: string; label: string; Sign: typeof Pause }) {
  return (
    <button className="icon-button" type="button" data-act={name} data-label={label}>
      <Sign aria-hidden="true" />
    </button>
  )
}
