import { useWatch } from 'react-hook-form'
import { roundNotStated } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { ImagesField } from '../fields/images-field.tsx'
import { LinkInput, SelectInput, TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { MinisterialGradeOptions, RoundOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { FormSection } from '../standard/staff-form.tsx'
import type { ExamValues } from './exam-values.ts'

/** Every field of the exam form; `exam` is there on an edit screen. Source: S4.6. */
export function ExamFields({ exam }: { exam?: Exam }) {
  const [stage, releaseYear] = useWatch<ExamValues, ['stage', 'releaseYear']>({
    name: ['stage', 'releaseYear'],
  })
  return (
    <>
      <FormSection title="معلومات الامتحان">
        <TextInput name="title" label="العنوان" maxLength={limits.maxTitleLength} className="field--wide" />
        <SelectInput name="stage" label="الصف" empty="اختر الصف">
          <MinisterialGradeOptions />
        </SelectInput>
        <SelectInput name="subject" label="المادة" empty="اختر المادة">
          <SubjectOptions grade={stage} />
        </SelectInput>
        <SelectInput name="releaseYear" label="السنة" empty="اختر السنة">
          <YearOptions chosen={releaseYear} />
        </SelectInput>
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
      <FormSection title="روابط التحميل">
        <LinkInput name="telegramLink" label="رابط تيليجرام" />
        <LinkInput name="googleDriveLink" label="رابط Google Drive" />
      </FormSection>
    </>
  )
}
