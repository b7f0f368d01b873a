import { useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import type { Note } from '#contract/resources/note.ts'
import { CoverProposal } from '../fields/cover-proposal.tsx'
import { DocumentField } from '../fields/document-field.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { LinkInput, SelectInput, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { BranchOptions, GradeOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { FormSection } from '../standard/staff-form.tsx'
import type { NoteValues } from './note-values.ts'

/** Every field of the note form; `note` is there on an edit screen. Source: S4.4. */
export function NoteFields({ note }: { note?: Note }) {
  const [stage, releaseYear] = useWatch<NoteValues, ['stage', 'releaseYear']>({
    name: ['stage', 'releaseYear'],
  })
  return (
    <>
      <FormSection title="معلومات الملزمة">
        <TextInput name="title" label="العنوان" maxLength={limits.maxTitleLength} className="field--wide" />
        <TextInput name="teacher" label="اسم المدرس" maxLength={limits.maxNameLength} />
        <SelectInput name="stage" label="الصف" empty="اختر الصف">
          <GradeOptions />
        </SelectInput>
        <SelectInput name="subject" label="المادة" empty="اختر المادة">
          <SubjectOptions grade={stage} />
        </SelectInput>
        <SelectInput name="branch" label="الفرع" empty="بدون فرع" isOptional>
          <BranchOptions />
        </SelectInput>
        <SelectInput name="releaseYear" label="السنة الدراسية" empty="اختر السنة">
          <YearOptions isSchoolYear chosen={releaseYear} />
        </SelectInput>
        <KeywordsInput />
      </FormSection>
      <FormSection title="الغلاف والملف">
        <ImageField name="image" label="صورة الغلاف" isOptional original={note && (note.image ?? '')} />
        <DocumentField
          name="directLink"
          label="ملف الملزمة"
          kind="pdf"
          original={note && (note.directLink ?? '')}
          facts={note?.file}
        />
        <CoverProposal />
      </FormSection>
      <FormSection title="روابط التحميل">
        <LinkInput name="telegramLink" label="رابط تيليجرام" />
        <LinkInput name="googleDriveLink" label="رابط Google Drive" />
      </FormSection>
    </>
  )
}
