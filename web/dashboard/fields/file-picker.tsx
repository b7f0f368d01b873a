import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent, ReactNode, Ref } from 'react'
import { fileRules } from '#contract/resources/file.ts'
import type { FileKind } from '#contract/resources/file.ts'
import { useDropPlace } from './drop-places.ts'

/** What a field of one file says of the others. */
export const oneFileOnly = 'يأخذ هذا الحقل ملفاً واحداً، ولم يؤخذ'

/* Safari hands over JPEG where HEIC is not asked for. Elsewhere such photos can be chosen, to be told what to do with them. */
const phonePhotos = 'GestureEvent' in window ? [] : ['.heic', '.heif']

/** What the browser offers to choose from. */
function acceptOf(kinds: readonly FileKind[]): string {
  const photos = kinds.includes('image') ? phonePhotos : []
  return [...kinds.map(kind => fileRules[kind].accept), ...photos].join(',')
}

interface FilePickerProps {
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }
  kind: FileKind
  children: ReactNode
  /** Everything that was chosen or dropped, also beyond what the field takes. */
  onFiles: (files: File[]) => void
  /** Another kind that the field takes. */
  also?: FileKind
  /** The field takes several at once. */
  isMultiple?: boolean
  isCompact?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A place to choose or drop a file. The input itself stays reachable by keyboard and screen reader. */
export function FilePicker({
  control,
  kind,
  children,
  onFiles,
  also,
  isMultiple = false,
  isCompact,
  inputRef,
}: FilePickerProps) {
  const [isOver, setIsOver] = useState(false)
  const box = useRef<HTMLLabelElement>(null)
  const kinds = also ? [kind, also] : [kind]
  useDropPlace({ kinds, box, give: onFiles })

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(files)
  }
  const onDrag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(isInside)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is extra; the input inside is reached by keyboard
    <label
      ref={box}
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
        className="file-picker__input"
        type="file"
        accept={acceptOf(kinds)}
        multiple={isMultiple}
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
