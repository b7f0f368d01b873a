import { limits } from '#contract/limits.ts'
import { bookFields } from '#contract/resources/book.ts'
import { CoverProposal } from '../fields/cover-proposal.tsx'
import { DocumentField } from '../fields/document-field.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { LinkInput, TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { BranchInput, GradeInput, SchoolYearInput, SubjectInput } from '../fields/school-inputs.tsx'
import { fieldsOf, RecordInputs } from '../standard/record-inputs.tsx'
import type { BookWithVersions } from './book-values.ts'
import { VersionsField } from './versions-field.tsx'

interface BookFieldsProps {
  /** The book whose edit screen this is; absent on the add screen. */
  book?: BookWithVersions
}

/** Every field of the book form. Source: S4.2. */
export function BookFields({ book }: BookFieldsProps) {
  const field = fieldsOf(bookFields)
  return (
    <RecordInputs
      names={bookFields}
      inputs={{
        title: <TextInput {...field.title} maxLength={limits.maxTitleLength} className="field--wide" />,
        stage: <GradeInput {...field.stage} />,
        subject: <SubjectInput {...field.subject} />,
        branch: <BranchInput {...field.branch} />,
        releaseYear: <SchoolYearInput {...field.releaseYear} />,
        description: (
          <TextArea {...field.description} maxLength={limits.maxDescriptionLength} className="field--wide" />
        ),
        keywords: <KeywordsInput {...field.keywords} />,
        image: (
          <ImageField
            {...field.image}
            isOptional={book !== undefined}
            original={book && (book.image ?? '')}
            facts={book?.imageFile}
          />
        ),
        directLink: (
          <>
            <DocumentField
              {...field.directLink}
              kind="pdf"
              original={book && (book.directLink ?? '')}
              facts={book?.file}
            />
            <CoverProposal />
          </>
        ),
        telegramLink: <LinkInput {...field.telegramLink} />,
        googleDriveLink: <LinkInput {...field.googleDriveLink} />,
        versions: <VersionsField known={book?.versions ?? []} />,
      }}
      sections={[
        { title: 'الملف والغلاف', from: 'directLink' },
        { title: 'معلومات الكتاب', from: 'title' },
        { title: 'روابط التحميل', from: 'telegramLink' },
        {
          title: bookFields.versions,
          hint: 'إصدارات أخرى من الكتاب نفسه، مثل طبعات السنوات السابقة.',
          from: 'versions',
        },
      ]}
    />
  )
}
