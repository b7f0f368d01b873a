import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { DragEvent, ReactNode, Ref } from 'react'
import { fileRules } from '#contract/resources/file.ts'
import type { FileKind } from '#contract/resources/file.ts'

interface FilePickerProps {
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }
  kind: FileKind
  children: ReactNode
  onFile?: (file: File) => void
  /** For fields that take several at once. */
  onFiles?: (files: File[]) => void
  isCompact?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A place to choose or drop a file. The input itself stays reachable by keyboard and screen reader. */
export function FilePicker({
  control,
  kind,
  children,
  onFile,
  onFiles,
  isCompact,
  inputRef,
}: FilePickerProps) {
  const [isOver, setIsOver] = useState(false)

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    const [first] = files
    if (!first) return
    if (onFiles) onFiles(files)
    else onFile?.(first)
  }
  const onDrag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    setIsOver(isInside)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is extra; the input inside is reached by keyboard
    <label
      className="file-picker"
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      onDragOver={event => onDrag(event, true)}
      onDragLeave={event => onDrag(event, false)}
      onDrop={event => {
        onDrag(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={inputRef}
        id={control.id}
        aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']}
        className="visually-hidden"
        type="file"
        accept={fileRules[kind].accept}
        multiple={onFiles !== undefined}
        onChange={event => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <Upload aria-hidden />
      <span>{children}</span>
      {isCompact ? null : <small>أو اسحب الملف إلى هنا</small>}
    </label>
  )
}
