import { useContext } from 'react'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { StillIcon } from '#web/ui/still-icon.tsx'
import { LightContext } from './light.ts'
import { Picture } from './picture.tsx'
import { subjectIcons } from './subject-icons.ts'

interface SmallCoverProps {
  subject: SubjectCode
  image?: string | Pick<FileFacts, 'url' | 'width' | 'height'> | null | undefined
  isLazy?: boolean
}

/** The cover of a record in a row: the sign of its subject, and over it the picture if there is one. */
export function SmallCover({ subject, image, isLazy = true }: SmallCoverProps) {
  const isLight = useContext(LightContext)
  const Icon = subjectIcons[subject]
  return (
    <span className="cover is-generated is-small" data-subject={subject} aria-hidden="true">
      <StillIcon of={Icon} />
      <span className="cover-band" />
      {image && !isLight && (
        <Picture image={image} alt="" width={54} height={72} sizes="54px" isLazy={isLazy} />
      )}
    </span>
  )
}
