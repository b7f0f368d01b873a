import { limits } from '#contract/limits.ts'
import { noteFields } from '#contract/resources/note.ts'
import type { Note } from '#contract/resources/note.ts'
import { CoverProposal } from '../fields/cover-proposal.tsx'
import { DocumentField } from '../fields/document-field.tsx'
import { ImageField } from '../fields/image-field.tsx'
import { LinkInput, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { BranchInput, GradeInput, SchoolYearInput, SubjectInput } from '../fields/school-inputs.tsx'
import { fieldsOf, RecordInputs } from '../standard/record-inputs.tsx'

/** Every field of the note form; `note` is there on an edit screen. Source: S4.4. */
export function NoteFields({ note }: { note?: Note }) {
  const field = fieldsOf(noteFields)
  return (
    <RecordInputs
      names={noteFields}
      inputs={{
        title: <TextInput {...field.title} maxLength={limits.maxTitleLength} className="field--wide" />,
        teacher: <TextInput {...field.teacher} maxLength={limits.maxNameLength} />,
        stage: <GradeInput {...field.stage} />,
        subject: <SubjectInput {...field.subject} />,
        branch: <BranchInput {...field.branch} />,
        releaseYear: <SchoolYearInput {...field.releaseYear} />,
        keywords: <KeywordsInput {...field.keywords} />,
        image: (
          <ImageField
            {...field.image}
            isOptional
            original={note && (note.image ?? '')}
            facts={note?.imageFile}
          />
        ),
        directLink: (
          <>
            <DocumentField
              {...field.directLink}
              kind="pdf"
              original={note && (note.directLink ?? '')}
              facts={note?.file}
            />
            <CoverProposal />
          </>
        ),
        telegramLink: <LinkInput {...field.telegramLink} />,
        googleDriveLink: <LinkInput {...field.googleDriveLink} />,
      }}
      sections={[
        { title: 'الملف والغلاف', from: 'directLink' },
        { title: 'معلومات الملزمة', from: 'title' },
        { title: 'روابط التحميل', from: 'telegramLink' },
      ]}
    />
  )
}
