import { FileArchive, FileText, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import { Button } from '../parts/button.tsx'
import { DamageNote } from '../parts/damage.tsx'
import { fieldText } from '../standard/field-text.ts'
import { partFiles } from '../uploads/check-file.ts'
import type { Refusal } from '../uploads/check-file.ts'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useClaim } from '../uploads/uploads-in-form.ts'
import { useUpload } from '../uploads/use-upload.ts'
import { Field } from './field.tsx'
import { FilePicker, oneFileOnly } from './file-picker.tsx'
import { LightCopyLine } from './light-copy-line.tsx'
import { PageTextsLine } from './page-texts-line.tsx'
import { refusedFiles } from './refused-files.tsx'

interface DocumentFieldProps {
  name: string
  label: string
  kind: Exclude<FileKind, 'image'>
  isOptional?: boolean
  /** The file that the record had when its edit screen opened; absent on an add screen. */
  original?: string | undefined
  /** What is known of the original file. */
  facts?: FileFacts | null | undefined
}

const kindNames = { pdf: 'PDF', zip: 'ZIP' } as const

/** A PDF or ZIP: its name and size, upload with progress, delete or reset. Source: S7.1, S7.3. */
export function DocumentField({
  name,
  label,
  kind,
  isOptional = false,
  original,
  facts,
}: DocumentFieldProps) {
  const { field, fieldState } = useController({ name })
  const [uploaded, setUploaded] = useState<FileFacts | undefined>()
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const address = typeof field.value === 'string' ? field.value : ''
  const isEdit = original !== undefined

  const upload = useUpload({
    kind,
    field: name,
    failure: 'حدث خطأ أثناء رفع الملف',
    onDone: stored => {
      setUploaded(stored)
      field.onChange(stored.url)
    },
    onUndone: () => {
      if (!isEdit) field.onChange('')
    },
  })

  useClaim(name, ([left]) => left && upload.goOn(left))

  const choose = (files: File[]) => {
    const parted = partFiles(files, kind, 1, oneFileOnly)
    setRefusals(parted.refusals)
    const [file] = parted.taken
    if (file) upload.start(file)
  }

  const shownFacts = [uploaded, facts].find(known => known?.url === address)
  const isRunning = upload.state.status === 'running' || upload.state.status === 'paused'
  const Icon = kind === 'zip' ? FileArchive : FileText
  return (
    <Field
      name={name}
      label={label}
      isOptional={isOptional}
      className="field--wide"
      hint={`ملف ${kindNames[kind]} حتى ${formatFileSize(fileRules[kind].maxBytes)}`}
      error={refusedFiles(refusals) ?? (isRunning ? undefined : fieldState.error?.message)}
    >
      {control => (
        <div className="document-field">
          {address ? (
            <div className="document-field__file">
              <Icon aria-hidden />
              <div>
                <a href={address} target="_blank" rel="noopener">
                  <bdi>{shownFacts?.name ?? fieldText('', address)}</bdi>
                </a>
                {shownFacts ? (
                  <small>
                    {formatFileSize(shownFacts.size)}
                    {shownFacts.pageCount ? ` · ${formatCount(shownFacts.pageCount, countedNouns.page)}` : ''}
                  </small>
                ) : null}
                {kind === 'pdf' ? (
                  <>
                    <PageTextsLine address={address} />
                    <LightCopyLine address={address} />
                  </>
                ) : null}
              </div>
            </div>
          ) : null}
          <DamageNote files={[shownFacts]} />
          <UploadProgress upload={upload} label="جاري رفع الملف..." />
          <div className="row" hidden={isRunning}>
            <FilePicker control={control} kind={kind} onFiles={choose} isCompact={address !== ''}>
              {address ? 'تغيير الملف' : `اختيار ملف ${kindNames[kind]}`}
            </FilePicker>
            {address && (!isEdit || isOptional) ? (
              <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={() => field.onChange('')}>
                حذف الملف
              </Button>
            ) : null}
            {isEdit && address !== original ? (
              <Button look="quiet" icon={<Undo2 aria-hidden />} onClick={() => field.onChange(original)}>
                استعادة الملف السابق
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </Field>
  )
}
