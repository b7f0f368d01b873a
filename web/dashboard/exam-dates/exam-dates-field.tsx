import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { isGradeCode } from '#contract/codes/grades.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { branchesOfGrade } from '#contract/grade-pages.ts'
import { limits } from '#contract/limits.ts'
import { examDatesFields } from '#contract/resources/exam-dates.ts'
import { controlId, FieldError } from '../fields/field.tsx'
import { DayInput, SelectInput, useFieldError } from '../fields/inputs.tsx'
import { BranchOptions, GradeOptions, SubjectOptions } from '../fields/options.tsx'
import { Button } from '../parts/button.tsx'
import type { ExamDateValues } from './exam-date-values.ts'
import { PasteTable } from './paste-table.tsx'
import { pastedDates } from './pasted-dates.ts'

/** The days of exams, a row each; rows are added one by one, or as a table that was copied. Source: S10.5. */
export function ExamDatesField() {
  const { getValues } = useFormContext<ExamDateValues>()
  const { fields, append, remove } = useFieldArray<ExamDateValues, 'dates', 'key'>({
    name: 'dates',
    keyName: 'key',
  })
  const error = useFieldError('dates')
  const last = () => getValues('dates').at(-1)
  const isFull = fields.length >= limits.maxExamDates
  return (
    <div className="field--wide date-rows">
      {fields.length === 0 ? (
        <p className="form-section__hint">لا مواعيد بعد. أضف أول موعد، أو الصق الجدول كما هو في الملف.</p>
      ) : (
        <ol>
          {fields.map((field, index) => (
            <DateRowInputs key={field.key} index={index} onRemove={() => remove(index)} />
          ))}
        </ol>
      )}
      <Button
        id={controlId('dates')}
        icon={<Plus aria-hidden />}
        disabled={isFull}
        onClick={() => {
          const { grade = '', branch = '' } = last() ?? {}
          const focusName = grade === '' ? 'grade' : 'subject'
          append(
            { grade, branch, subject: '', day: '' },
            { focusName: `dates.${fields.length}.${focusName}` },
          )
        }}
      >
        إضافة موعد
      </Button>
      <FieldError id="dates-error" message={error} />
      <PasteTable
        onPaste={text => {
          const pasted = pastedDates(text, last(), limits.maxExamDates - fields.length)
          append(pasted.rows, { shouldFocus: false })
          return pasted
        }}
      />
    </div>
  )
}

function DateRowInputs({ index, onRemove }: { index: number; onRemove: () => void }) {
  const name = `dates.${index}`
  const grade = useWatch<Record<string, string>>({ name: `${name}.grade` }) ?? ''
  const branch = useWatch<Record<string, string>>({ name: `${name}.branch` }) ?? ''
  // A branch that the grade does not have is refused at its choice.
  const hasBranches = branch !== '' || (isGradeCode(grade) && branchesOfGrade(grade).length > 0)
  const number = formatPlainNumber(index + 1)
  return (
    <li>
      <fieldset className="date-row" aria-label={`الموعد ${number}`}>
        <SelectInput name={`${name}.grade`} label={examDatesFields.grade} empty="اختر الصف">
          <GradeOptions isShort />
        </SelectInput>
        {hasBranches ? (
          <SelectInput name={`${name}.branch`} label={examDatesFields.branch} empty="كل الفروع" isOptional>
            <BranchOptions />
          </SelectInput>
        ) : null}
        <SelectInput name={`${name}.subject`} label={examDatesFields.subject} empty="اختر المادة">
          <SubjectOptions grade={grade} />
        </SelectInput>
        <DayInput name={`${name}.day`} label={examDatesFields.day} />
        <button
          type="button"
          className="icon-button is-danger"
          aria-label={`حذف الموعد ${number}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </button>
      </fieldset>
    </li>
  )
}
