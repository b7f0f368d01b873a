import { useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import { CoverProposal } from '../fields/cover-proposal.tsx'
import { DocumentField } from '../fields/document-field.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { LinkInput, SelectInput, TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { BranchOptions, GradeOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { FormSection } from '../standard/staff-form.tsx'
import type { BookValues } from './book-values.ts'
import { VersionsField } from './versions-field.tsx'

interface BookFieldsProps {
  /** The book whose edit screen this is; absent on the add screen. */
  book?: Book
  versions?: BookVersion[]
}

/** Every field of the book form. Source: S4.2. */
export function BookFields({ book, versions = [] }: BookFieldsProps) {
  const [stage, releaseYear] = useWatch<BookValues, ['stage', 'releaseYear']>({
    name: ['stage', 'releaseYear'],
  })
  return (
    <>
      <FormSection title="معلومات الكتاب">
        <TextInput name="title" label="العنوان" maxLength={limits.maxTitleLength} className="field--wide" />
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
      <FormSection title="روابط التحميل">
        <LinkInput name="telegramLink" label="رابط تيليجرام" />
        <LinkInput name="googleDriveLink" label="رابط Google Drive" />
      </FormSection>
      <FormSection title="الإصدارات" hint="إصدارات أخرى من الكتاب نفسه، مثل طبعات السنوات السابقة.">
        <VersionsField known={versions} />
      </FormSection>
    </>
  )
}
