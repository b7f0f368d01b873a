import { limits } from '#contract/limits.ts'
import { resultFields } from '#contract/resources/result.ts'
import type { Result } from '#contract/resources/result.ts'
import { DocumentField } from '../fields/document-field.tsx'
import { LinkInput, SelectInput, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { CityOptions, RoundOptions } from '../fields/options.tsx'
import { BranchInput, MinisterialGradeInput, YearInput } from '../fields/school-inputs.tsx'
import { fieldsOf, RecordInputs } from '../standard/record-inputs.tsx'
import { SheetsSection } from './sheets-section.tsx'

/** Every field of the result form; `result` is there on an edit screen. Source: S4.5. */
export function ResultFields({ result }: { result?: Result }) {
  const field = fieldsOf(resultFields)
  return (
    <RecordInputs
      names={resultFields}
      inputs={{
        city: (
          <SelectInput {...field.city} empty="اختر المدينة">
            <CityOptions />
          </SelectInput>
        ),
        stage: <MinisterialGradeInput {...field.stage} />,
        branch: <BranchInput {...field.branch} />,
        try: (
          <SelectInput {...field.try} empty="اختر الدور">
            <RoundOptions />
          </SelectInput>
        ),
        releaseYear: <YearInput {...field.releaseYear} />,
        school: <TextInput {...field.school} isOptional maxLength={limits.maxTitleLength} />,
        keywords: <KeywordsInput {...field.keywords} />,
        directLink: (
          <DocumentField
            {...field.directLink}
            kind="zip"
            original={result?.directLink}
            facts={result?.file}
          />
        ),
        telegramLink: <LinkInput {...field.telegramLink} />,
        googleDriveLink: <LinkInput {...field.googleDriveLink} />,
      }}
      sections={[
        { title: resultFields.directLink, from: 'directLink' },
        {
          title: 'معلومات النتيجة',
          from: 'city',
          after: result ? <SheetsSection resultId={result.id} /> : null,
        },
        { title: 'روابط التحميل', from: 'telegramLink' },
      ]}
    />
  )
}
