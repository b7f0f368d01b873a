import { limits } from '#contract/limits.ts'
import type { Note } from '#contract/resources/note.ts'
import { CoverProposal } from '../fields/cover-proposal.tsx'
import { DocumentField } from '../fields/document-field.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { BranchInput, GradeInput, SchoolYearInput, SubjectInput } from '../fields/school-inputs.tsx'
import { DownloadLinks } from '../standard/download-links.tsx'
import { FormSection } from '../standard/staff-form.tsx'

/** Every field of the note form; `note` is there on an edit screen. Source: S4.4. */
export function NoteFields({ note }: { note?: Note }) {
  return (
    <>
      <FormSection title="معلومات الملزمة">
        <TextInput name="title" label="العنوان" maxLength={limits.maxTitleLength} className="field--wide" />
        <TextInput name="teacher" label="اسم المدرس" maxLength={limits.maxNameLength} />
        <GradeInput />
        <SubjectInput />
        <BranchInput />
        <SchoolYearInput />
        <KeywordsInput />
      </FormSection>
      <FormSection title="الغلاف والملف">
        <ImageField
          name="image"
          label="صورة الغلاف"
          isOptional
          original={note && (note.image ?? '')}
          facts={note?.imageFile}
        />
        <DocumentField
          name="directLink"
          label="ملف الملزمة"
          kind="pdf"
          original={note && (note.directLink ?? '')}
          facts={note?.file}
        />
        <CoverProposal />
      </FormSection>
      <DownloadLinks />
    </>
  )
}
