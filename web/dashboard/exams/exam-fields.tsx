import { roundNotStated } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { examFields } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { ImagesField } from '../fields/images-field.tsx'
import { LinkInput, SelectInput, TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { RoundOptions } from '../fields/options.tsx'
import { MinisterialGradeInput, SubjectInput, YearInput } from '../fields/school-inputs.tsx'
import { fieldsOf, RecordInputs } from '../standard/record-inputs.tsx'

/** Every field of the exam form; `exam` is there on an edit screen. Source: S4.6. */
export function ExamFields({ exam }: { exam?: Exam }) {
  const field = fieldsOf(examFields)
  return (
    <RecordInputs
      names={examFields}
      inputs={{
        title: <TextInput {...field.title} maxLength={limits.maxTitleLength} className="field--wide" />,
        stage: <MinisterialGradeInput {...field.stage} />,
        subject: <SubjectInput {...field.subject} />,
        releaseYear: <YearInput {...field.releaseYear} />,
        try: (
          <SelectInput {...field.try} empty="اختر الدور">
            <RoundOptions />
            {exam?.try === roundNotStated ? <option value={roundNotStated}>غير محدد</option> : null}
          </SelectInput>
        ),
        description: (
          <TextArea
            {...field.description}
            className="field--wide"
            minLength={limits.minExamDescriptionLength}
            maxLength={limits.maxDescriptionLength}
            tooShort={`يجب أن يكون الوصف ${formatPlainNumber(limits.minExamDescriptionLength)} أحرف على الأقل`}
          />
        ),
        keywords: <KeywordsInput {...field.keywords} />,
        files: <ImagesField {...field.files} known={exam?.pages ?? []} />,
        telegramLink: <LinkInput {...field.telegramLink} />,
        googleDriveLink: <LinkInput {...field.googleDriveLink} />,
      }}
      sections={[
        { title: examFields.files, from: 'files' },
        { title: 'معلومات الامتحان', from: 'title' },
        { title: 'روابط التحميل', from: 'telegramLink' },
      ]}
    />
  )
}
