import { limits } from '#contract/limits.ts'
import type { Result } from '#contract/resources/result.ts'
import { DocumentField } from '../fields/document-field.tsx'
import { SelectInput, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { CityOptions, RoundOptions } from '../fields/options.tsx'
import { BranchInput, MinisterialGradeInput, YearInput } from '../fields/school-inputs.tsx'
import { DownloadLinks } from '../standard/download-links.tsx'
import { FormSection } from '../standard/staff-form.tsx'
import { SheetsSection } from './sheets-section.tsx'

/** Every field of the result form; `result` is there on an edit screen. Source: S4.5. */
export function ResultFields({ result }: { result?: Result }) {
  return (
    <>
      <FormSection title="معلومات النتيجة">
        <SelectInput name="city" label="المدينة" empty="اختر المدينة">
          <CityOptions />
        </SelectInput>
        <MinisterialGradeInput />
        <BranchInput />
        <SelectInput name="try" label="الدور" empty="اختر الدور">
          <RoundOptions />
        </SelectInput>
        <YearInput />
        <TextInput name="school" label="المدرسة" isOptional maxLength={limits.maxTitleLength} />
        <KeywordsInput />
      </FormSection>
      <FormSection title="ملف النتائج">
        <DocumentField
          name="directLink"
          label="ملف النتائج"
          kind="zip"
          original={result?.directLink}
          facts={result?.file}
        />
      </FormSection>
      {result ? <SheetsSection resultId={result.id} /> : null}
      <DownloadLinks />
    </>
  )
}
