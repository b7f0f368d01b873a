import { roundNotStated } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { ImagesField } from '../fields/images-field.tsx'
import { SelectInput, TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { RoundOptions } from '../fields/options.tsx'
import { MinisterialGradeInput, SubjectInput, YearInput } from '../fields/school-inputs.tsx'
import { DownloadLinks } from '../standard/download-links.tsx'
import { FormSection } from '../standard/staff-form.tsx'

/** Every field of the exam form; `exam` is there on an edit screen. Source: S4.6. */
export function ExamFields({ exam }: { exam?: Exam }) {
  return (
    <>
      <FormSection title="معلومات الامتحان">
        <TextInput name="title" label="العنوان" maxLength={limits.maxTitleLength} className="field--wide" />
        <MinisterialGradeInput />
        <SubjectInput />
        <YearInput />
        <SelectInput name="try" label="الدور" empty="اختر الدور">
          <RoundOptions />
          {exam?.try === roundNotStated ? <option value={roundNotStated}>غير محدد</option> : null}
        </SelectInput>
        <TextArea
          name="description"
          label="الوصف"
          className="field--wide"
          minLength={limits.minExamDescriptionLength}
          maxLength={limits.maxDescriptionLength}
          tooShort={`يجب أن يكون الوصف ${formatPlainNumber(limits.minExamDescriptionLength)} أحرف على الأقل`}
        />
        <KeywordsInput />
      </FormSection>
      <FormSection title="صور الأسئلة">
        <ImagesField name="files" label="صور الأسئلة" known={exam?.pages ?? []} />
      </FormSection>
      <DownloadLinks />
    </>
  )
}
