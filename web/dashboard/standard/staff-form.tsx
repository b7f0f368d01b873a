import { ArrowRight, CloudUpload, CopyPlus, History, Plus, Save } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { FormProvider, useFormState } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { Link } from 'react-router'
import { dashboardPaths } from '#contract/paths.ts'
import { useIsOnline } from '../chrome/use-is-online.ts'
import { DropPlacesContext, useFormDrops } from '../fields/drop-places.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { Banner } from '../parts/states.tsx'
import { UploadsContext } from '../uploads/uploads-in-form.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftBanners } from './draft-banners.tsx'
import { focusField, listErrors } from './form-errors.ts'
import { PreviewButton } from './preview-button.tsx'
import { UsedKeyDialog } from './used-key-dialog.tsx'
import { WarningsDialog } from './warnings-dialog.tsx'
import type { Failure, RecordForm } from './use-record-form.ts'

interface StaffFormProps<Values extends FieldValues, Output> {
  title: string
  record: RecordForm<Values, Output>
  saveLabel: string
  /** Where the history of the record is, once it has one. */
  history?: string
  /** The form of the same record for the next year. */
  copy?: { to: string; state: object } | undefined
  /** The list of the API whose records have pages, and the record: what the preview is of. */
  preview?: { path: string; id?: string }
  children: ReactNode
}

/** The frame of an add or edit screen: draft notice, banner, error summary, save bar. Source: S4.7, S4.9. */
export function StaffForm<Values extends FieldValues, Output>(props: StaffFormProps<Values, Output>) {
  const { title, record, saveLabel, history, copy, preview, children } = props
  usePageTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    /* Enter and Control+S in a dialog of a field are not meant for what lies below it. */
    if (event.currentTarget.querySelector('dialog[open]')) return
    record.submit()
  }
  const { places, isOver } = useFormDrops()
  const isAway = record.draft.state !== 'mine'
  const uploadLabel = useIsOnline() ? 'جاري رفع الملفات...' : 'بانتظار عودة الاتصال...'
  const busyLabel = record.isSaving ? 'جاري الحفظ...' : record.uploads.isBusy ? uploadLabel : undefined

  return (
    <section className="screen screen--form" aria-labelledby="screen-title">
      <header className="screen__header">
        <div className="row">
          <Button
            look="quiet"
            aria-label="العودة إلى القائمة"
            icon={<ArrowRight aria-hidden />}
            onClick={record.back}
          />
          <h1 id="screen-title" ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        <div className="row">
          <Button
            icon={<CloudUpload aria-hidden />}
            disabled={!record.draft.hasTyped || record.uploads.isBusy}
            busyLabel={record.serverDraft.isKeeping && 'جاري الحفظ...'}
            onClick={record.serverDraft.keep}
          >
            حفظ مسودة على الخادم
          </Button>
          {preview ? <PreviewButton record={record} {...preview} /> : null}
          {copy ? (
            <Link className="button is-quiet" to={copy.to} state={copy.state}>
              <CopyPlus aria-hidden />
              <span>نسخة لسنة جديدة</span>
            </Link>
          ) : null}
          {history ? (
            <Link className="button is-quiet" to={history}>
              <History aria-hidden />
              <span>تاريخ السجل</span>
            </Link>
          ) : null}
        </div>
      </header>
      <FormProvider {...record.form}>
        <UploadsContext value={record.uploads}>
          <form
            className="form"
            data-over={isOver || undefined}
            data-shortcut="save"
            onSubmit={submit}
            noValidate
            aria-labelledby="screen-title"
          >
            <DraftBanners
              draft={record.draft}
              formName={record.formName}
              isBusy={record.uploads.isBusy || record.uploads.undecided.size > 0}
              isNew={record.isNew}
              onShown={() => heading.current?.focus()}
            />
            {record.failure ? <FailureBanner {...record.failure} /> : null}
            {record.typedSince ? <TypedSinceBanner {...record.typedSince} /> : null}
            <ErrorSummary />
            <fieldset className="form__fields" disabled={isAway} key={record.draft.name}>
              <DropPlacesContext value={places}>{children}</DropPlacesContext>
            </fieldset>
            <footer className="save-bar">
              <Button
                type="submit"
                look="primary"
                icon={<Save aria-hidden />}
                busyLabel={busyLabel}
                disabled={isAway}
                aria-keyshortcuts="Control+S"
              >
                {saveLabel}
              </Button>
              {record.isNew ? (
                <Button
                  icon={<Plus aria-hidden />}
                  disabled={isAway || busyLabel !== undefined}
                  onClick={() => record.submit('another')}
                >
                  حفظ وإضافة آخر
                </Button>
              ) : null}
              <Button onClick={record.cancel} disabled={record.isSaving}>
                إلغاء
              </Button>
            </footer>
          </form>
        </UploadsContext>
      </FormProvider>
      {record.leave.isAsking ? <LeaveDialog {...record.leave} /> : null}
      {record.warnings ? <WarningsDialog {...record.warnings} /> : null}
      {record.conflict ? <ConflictDialog {...record.conflict} /> : null}
      {record.usedKey ? <UsedKeyDialog {...record.usedKey} /> : null}
    </section>
  )
}

/** The banner of a failed save; it comes into sight by itself. */
function FailureBanner({ title, reasons, isGone }: Failure) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    banner.current?.scrollIntoView({ block: 'center' })
  }, [title, reasons])
  return (
    <div ref={banner}>
      <Banner
        tone="error"
        actions={
          isGone ? (
            <Link className="button is-quiet" to={dashboardPaths.trash}>
              سلة المحذوفات
            </Link>
          ) : undefined
        }
      >
        <strong>{title}</strong>
        {reasons.map(reason => (
          <span key={reason}>{reason}</span>
        ))}
      </Banner>
    </div>
  )
}

interface TypedSinceProps {
  isMoving: boolean
  editAdded: (() => void) | undefined
}

/** What was typed while a save was under way: it is not in the record. Source: S5.1. */
function TypedSinceBanner({ isMoving, editAdded }: TypedSinceProps) {
  return (
    <Banner
      tone="warning"
      actions={
        editAdded ? (
          <Button busyLabel={isMoving && 'جاري الحفظ...'} onClick={editAdded}>
            تعديل السجل المضاف
          </Button>
        ) : undefined
      }
    >
      <strong>ما كتبته بعد الإرسال لم يُحفظ بعد.</strong>
      <span>
        {editAdded
          ? 'أُضيف السجل كما أرسلته، وما كتبته بعده باقٍ هنا. خذه إلى تعديل السجل المضاف واحفظه هناك.'
          : 'حُفظ السجل كما أرسلته، وما كتبته بعده باقٍ هنا. احفظ مرة أخرى لتحفظه.'}
      </span>
    </Banner>
  )
}

function ErrorSummary() {
  const { errors, submitCount } = useFormState()
  const found = submitCount > 0 ? listErrors(errors) : []
  if (found.length === 0) return null
  return (
    <div className="banner is-failed error-summary" role="group" aria-label="حقول تحتاج إلى تصحيح">
      <div className="banner__text">
        <strong>بعض الحقول تحتاج إلى تصحيح:</strong>
        <ul>
          {found.map(({ name, message }) => (
            <li key={name}>
              <button type="button" className="link" onClick={() => focusField(name)}>
                {message}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface LeaveDialogProps {
  isKept: boolean
  isSending: boolean
  /** What is sent goes on in the tray when the draft stays. */
  goesOn: boolean
  stay: () => void
  keepDraft: () => void
  discard: () => void
}

function LeaveDialog({ isKept, isSending, goesOn, stay, keepDraft, discard }: LeaveDialogProps) {
  return (
    <Dialog title="لديك تغييرات غير محفوظة" role="alertdialog" onClose={stay}>
      <p className="dialog__text">
        إذا غادرت الآن فلن تُنشر تغييراتك.{' '}
        {isKept
          ? 'يمكنك إبقاؤها مسودة في هذا الجهاز لتكملها لاحقاً.'
          : 'لا يستطيع هذا المتصفح حفظ المسودة، فتبقى ما دامت هذه النافذة مفتوحة.'}
      </p>
      {isSending ? (
        <p className="dialog__text">
          {goesOn
            ? 'وما زال ملف يُرفع: إذا أبقيت المسودة حُفظت على الخادم أيضاً، وأكمل رفعه أعلى الصفحة ووُضع فيها، وإذا تجاهلت التغييرات توقف.'
            : 'وما زال ملف يُرفع: إذا غادرت توقف رفعه. ما وصل من ملف كبير يبقى محفوظاً: اختره مرة أخرى فيُكمل من حيث توقف.'}
        </p>
      ) : null}
      <footer className="dialog__footer dialog__footer--wrap">
        <Button look="primary" onClick={stay} data-first-focus>
          متابعة التحرير
        </Button>
        <Button onClick={keepDraft}>مغادرة وإبقاء المسودة</Button>
        <Button look="danger" onClick={discard}>
          تجاهل التغييرات
        </Button>
      </footer>
    </Dialog>
  )
}

interface FormSectionProps {
  title: string
  hint?: string | undefined
  children: ReactNode
}

/** A part of a form with its heading. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  return (
    <fieldset className="card form-section">
      <legend>{title}</legend>
      {hint ? <p className="form-section__hint">{hint}</p> : null}
      <div className="form-grid">{children}</div>
    </fieldset>
  )
}
