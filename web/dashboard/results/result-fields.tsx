import { useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import type { Result } from '#contract/resources/result.ts'
import { DocumentField } from '../fields/document-field.tsx'
import { LinkInput, SelectInput, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import {
  BranchOptions,
  CityOptions,
  MinisterialGradeOptions,
  RoundOptions,
  YearOptions,
} from '../fields/options.tsx'
import { FormSection } from '../standard/staff-form.tsx'
import type { ResultValues } from './result-values.ts'

/** Every field of the result form; `result` is there on an edit screen. Source: S4.5. */
export function ResultFields({ result }: { result?: Result }) {
  const releaseYear = useWatch<ResultValues, 'releaseYear'>({ name: 'releaseYear' })
  return (
    <>
      <FormSection title="معلومات النتيجة">
        <SelectInput name="city" label="المدينة" empty="اختر المدينة">
          <CityOptions />
        </SelectInput>
        <SelectInput name="stage" label="الصف" empty="اختر الصف">
          <MinisterialGradeOptions />
        </SelectInput>
        <SelectInput name="branch" label="الفرع" empty="بدون فرع" isOptional>
          <BranchOptions />
        </SelectInput>
        <SelectInput name="try" label="الدور" empty="اختر الدور">
          <RoundOptions />
        </SelectInput>
        <SelectInput name="releaseYear" label="السنة" empty="اختر السنة">
          <YearOptions chosen={releaseYear} />
        </SelectInput>
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
      <FormSection title="روابط التحميل">
        <LinkInput name="telegramLink" label="رابط تيليجرام" />
        <LinkInput name="googleDriveLink" label="رابط Google Drive" />
      </FormSection>
    </>
  )
}
