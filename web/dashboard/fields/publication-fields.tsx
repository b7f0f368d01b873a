import { useController, useFormContext, useWatch } from 'react-hook-form'
import { recordStates, type RecordState } from '#contract/codes/record-states.ts'
import { momentOfField } from '#contract/period.ts'
import { FormSection } from '../standard/staff-form.tsx'
import { Field } from './field.tsx'
import { SelectInput, useFieldError } from './inputs.tsx'

const choices: Record<RecordState, string> = {
  published: 'منشور: يراه الجميع',
  draft: 'مسودة: لا يراها إلا الموظفون',
  scheduled: 'يُنشر في موعد',
}

/** Who sees the record: everybody, staff alone, or everybody from a moment on. Source: S5.5. */
export function PublicationFields() {
  const state = useWatch<{ state: RecordState }>({ name: 'state' })
  return (
    <FormSection title="النشر">
      <SelectInput name="state" label="من يراه">
        {recordStates.toReversed().map(code => (
          <option key={code} value={code}>
            {choices[code]}
          </option>
        ))}
      </SelectInput>
      {state === 'scheduled' ? <MomentInput name="publishAt" label="موعد النشر (بتوقيت بغداد)" /> : null}
    </FormSection>
  )
}

/** A moment to come. Shape of the value: with the offset of Baghdad, '' for none. */
function MomentInput({ name, label }: { name: string; label: string }) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const value = typeof field.value === 'string' ? field.value : ''
  return (
    <Field name={name} label={label} error={error}>
      {attributes => (
        <input
          {...attributes}
          ref={field.ref}
          name={name}
          className="input"
          type="datetime-local"
          value={value.slice(0, 16)}
          onBlur={field.onBlur}
          onChange={event => field.onChange(momentOfField(event.target.value))}
        />
      )}
    </Field>
  )
}
