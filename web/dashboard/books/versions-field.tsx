import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { bookVersionFields } from '#contract/resources/book.ts'
import type { BookVersion } from '#contract/resources/book.ts'
import { controlId, FieldError } from '../fields/field.tsx'
import { DocumentField } from '../fields/document-field.tsx'
import { LinkInput, TextInput, useFieldError } from '../fields/inputs.tsx'
import { SchoolYearInput } from '../fields/school-inputs.tsx'
import { Button } from '../parts/button.tsx'
import { FieldInputs, fieldsOf } from '../standard/record-inputs.tsx'
import { blankVersion } from './book-values.ts'
import type { BookValues } from './book-values.ts'

/** The versions of a book: add, edit, reorder, delete; saved together with the book. Source: S4.3. */
export function VersionsField({ known }: { known: BookVersion[] }) {
  const { fields, append, move, remove } = useFieldArray<BookValues, 'versions', 'key'>({
    name: 'versions',
    keyName: 'key',
  })
  const error = useFieldError('versions')
  return (
    <div className="versions field--wide">
      {fields.map((field, index) => (
        <VersionCard
          key={field.key}
          index={index}
          count={fields.length}
          known={known.find(version => version.id === field.id)}
          onMove={to => move(index, to)}
          onRemove={() => remove(index)}
        />
      ))}
      <Button
        id={controlId('versions')}
        icon={<Plus aria-hidden />}
        disabled={fields.length >= limits.maxVersions}
        onClick={() => append(blankVersion, { focusName: `versions.${fields.length}.title` })}
      >
        إضافة إصدار
      </Button>
      <FieldError id="versions-error" message={error} />
    </div>
  )
}

interface VersionCardProps {
  index: number
  count: number
  known: BookVersion | undefined
  onMove: (to: number) => void
  onRemove: () => void
}

function VersionCard({ index, count, known, onMove, onRemove }: VersionCardProps) {
  const name = `versions.${index}` as const
  const field = fieldsOf(bookVersionFields, name)
  const number = formatPlainNumber(index + 1)
  return (
    <fieldset className="version">
      <legend>الإصدار {number}</legend>
      <div className="version__tools">
        <button
          type="button"
          className="icon-button"
          aria-label={`رفع الإصدار ${number} إلى الأعلى`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`إنزال الإصدار ${number} إلى الأسفل`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button is-danger"
          aria-label={`حذف الإصدار ${number}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </button>
      </div>
      <div className="form-grid">
        <FieldInputs
          names={bookVersionFields}
          inputs={{
            title: <TextInput {...field.title} maxLength={limits.maxTitleLength} />,
            releaseYear: <SchoolYearInput {...field.releaseYear} />,
            directLink: (
              <DocumentField
                {...field.directLink}
                kind="pdf"
                isOptional
                original={known && (known.directLink ?? '')}
                facts={known?.file}
              />
            ),
            telegramLink: <LinkInput {...field.telegramLink} />,
            googleDriveLink: <LinkInput {...field.googleDriveLink} />,
          }}
        />
      </div>
    </fieldset>
  )
}
