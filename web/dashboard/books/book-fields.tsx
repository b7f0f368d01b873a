import { limits } from '#contract/limits.ts'
import { CoverProposal } from '../fields/cover-proposal.tsx'
import { DocumentField } from '../fields/document-field.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { BranchInput, GradeInput, SchoolYearInput, SubjectInput } from '../fields/school-inputs.tsx'
import { DownloadLinks } from '../standard/download-links.tsx'
import { FormSection } from '../standard/staff-form.tsx'
import type { BookWithVersions } from './book-values.ts'
import { VersionsField } from './versions-field.tsx'

interface BookFieldsProps {
  /** The book whose edit screen this is; absent on the add screen. */
  book?: BookWithVersions
}

/** Every field of the book form. Source: S4.2. */
export function BookFields({ book }: BookFieldsProps) {
  return (
    <>
      <FormSection title="معلومات الكتاب">
        <TextInput name="title" label="العنوان" maxLength={limits.maxTitleLength} className="field--wide" />
        <GradeInput />
        <SubjectInput />
        <BranchInput />
        <SchoolYearInput />
        <TextArea
          name="description"
          label="الوصف"
          maxLength={limits.maxDescriptionLength}
          className="field--wide"
        />
        <KeywordsInput />
      </FormSection>
      <FormSection title="الغلاف والملف">
        <ImageField
          name="image"
          label="صورة الغلاف"
          isOptional={book !== undefined}
          original={book && (book.image ?? '')}
          facts={book?.imageFile}
        />
        <DocumentField
          name="directLink"
          label="ملف الكتاب"
          kind="pdf"
          original={book && (book.directLink ?? '')}
          facts={book?.file}
        />
        <CoverProposal />
      </FormSection>
      <DownloadLinks />
      <FormSection title="الإصدارات" hint="إصدارات أخرى من الكتاب نفسه، مثل طبعات السنوات السابقة.">
        <VersionsField known={book?.versions ?? []} />
      </FormSection>
    </>
  )
}
