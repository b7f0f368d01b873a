import { useContext } from 'react'
import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { LightContext } from './light.ts'
import { Picture } from './picture.tsx'

interface CoverProps {
  kind: string
  subject: SubjectCode
  stage: GradeCode
  releaseYear: number
  branch?: BranchCode | null
  image?: string | null
  /** Text for those who cannot see a picture; a generated cover only repeats what stands beside it. */
  alt?: string
  isLazy?: boolean
}

/**
 * The cover of a book, handout or exam: one made from its subject and grade, and over it the picture if there is one,
 * so that a picture that does not come leaves no hole. Source: P4.7.
 */
export function Cover({
  kind,
  subject,
  stage,
  releaseYear,
  branch,
  image: ownImage,
  alt = '',
  isLazy = true,
}: CoverProps) {
  const isLight = useContext(LightContext)
  const image = isLight ? undefined : ownImage
  /* Named as a whole and not by its picture, whose words would be written over the drawn one if it does not come. */
  const name =
    image && alt ? ({ role: 'img', 'aria-label': alt } as const) : ({ 'aria-hidden': true } as const)
  return (
    <span className="cover is-generated" data-subject={subject} {...name}>
      <span className="cover-name">
        <span className="cover-kind">
          {kind}
          {branch && ` · ${branchLabels[branch]}`}
        </span>
        <span className="cover-subject">{subjectLabels[subject]}</span>
      </span>
      <span className="cover-foot">
        <span>{grades[stage].shortLabel}</span>
        <span className="cover-year">{formatPlainNumber(releaseYear)}</span>
      </span>
      <span className="cover-band" />
      {image && (
        <Picture
          image={image}
          alt=""
          width={300}
          height={400}
          sizes="(max-width: 640px) 45vw, 280px"
          isLazy={isLazy}
        />
      )}
    </span>
  )
}
