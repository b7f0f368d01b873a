import type { Confidence, IngestValues, NameProposal, NewIngestFile } from '#contract/resources/ingest.ts'
import { proposedTitle } from '#contract/proposed-texts.ts'
import { proposeFromName } from '#server/search/file-names/propose-from-name.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'

/** A new file with what its name says. */
export interface NamedFile extends NewIngestFile {
  page: number | null
  said: IngestValues
  doubts: Record<string, Confidence>
  /** Files of one key are one record; '' for a file that stands alone. */
  groupKey: string
}

/** What was proposed, as a row keeps it. */
function valuesOf(proposal: NameProposal): Pick<NamedFile, 'said' | 'doubts'> {
  const { kind, title, stage, branch, subject, releaseYear, teacher, city, label, about, part } = proposal
  const fields = { kind, stage, branch, subject, releaseYear, try: proposal.try, teacher, city }
  const doubts = Object.fromEntries(
    Object.entries(fields).flatMap(([name, said]) =>
      said && said.confidence !== 'sure' ? [[name, said.confidence] as const] : [],
    ),
  )
  const said: IngestValues = {
    kind: kind?.value ?? '',
    title: '',
    stage: stage?.value ?? '',
    branch: branch?.value ?? '',
    subject: subject?.value ?? '',
    releaseYear: releaseYear?.value ?? null,
    try: proposal.try?.value ?? null,
    teacher: teacher?.value ?? '',
    city: city?.value ?? '',
    label,
    about,
    part,
  }
  /* A title that the facts make goes on following them. */
  const isOwn = title !== null && proposedTitle(said) !== title.value
  return isOwn
    ? { said: { ...said, title: title.value }, doubts: { ...doubts, title: title.confidence } }
    : { said, doubts }
}

/** Reads the names of files in their order, and lets other work in between. */
export async function nameFiles(files: readonly NewIngestFile[]): Promise<NamedFile[]> {
  const named: NamedFile[] = []
  for (const file of files) {
    const proposal = proposeFromName(file.name, file.folder)
    const isPage =
      proposal.kind?.value === 'exam' && /\.(?:jpe?g|png|webp|avif|gif|hei[cf])$/iu.test(file.name)
    named.push({
      ...file,
      page: proposal.page,
      ...valuesOf(proposal),
      groupKey: isPage ? proposal.group : '',
    })
    await letOthersRun()
  }
  return named
}

const byName = new Intl.Collator('ar', { numeric: true })

/** Pages of one thing in their order: by the number that their names say, then as people sort names. */
export function comparePages(
  one: { page: number | null; name: string },
  other: { page: number | null; name: string },
): number {
  const byPage = (one.page ?? Infinity) - (other.page ?? Infinity)
  return byPage === 0 || Number.isNaN(byPage) ? byName.compare(one.name, other.name) : byPage
}
