import { fileRules } from '#contract/resources/file.ts'
import type { FileKind } from '#contract/resources/file.ts'

const zipTypes = ['application/zip', 'application/x-zip-compressed', 'application/x-zip', 'multipart/x-zip']
const endings: Partial<Record<FileKind, RegExp>> = { pdf: /\.pdf$/i, zip: /\.zip$/i }

/** Whether a file is of a kind, by what the browser says of it. */
export function isOfKind(file: Pick<File, 'name' | 'type'>, kind: FileKind): boolean {
  if (kind === 'image') return fileRules.image.types.includes(file.type)
  const types = kind === 'zip' ? zipTypes : fileRules[kind].types
  // Some systems name no type, or a general one; the server decides by content in any case.
  if (file.type === '' || file.type === 'application/octet-stream')
    return endings[kind]?.test(file.name) ?? false
  return types.includes(file.type)
}

/** The sentence that refuses a file before it is sent, or undefined. Source: S7.1. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>, kind: FileKind): string | undefined {
  if (!isOfKind(file, kind)) return fileRules[kind].wrongType
  if (file.size > fileRules[kind].maxBytes) return fileRules[kind].tooLarge
  return undefined
}

/** Files that a field did not take, and the sentence that says why. */
export interface Refusal {
  reason: string
  names: string[]
}

/** Files that were not taken, each with its reason, by their reasons. */
export function refusalsOf(refused: readonly { name: string; reason: string }[]): Refusal[] {
  const reasons = [...new Set(refused.map(({ reason }) => reason))]
  return reasons.map(reason => ({
    reason,
    names: refused.filter(one => one.reason === reason).map(({ name }) => name),
  }))
}

/** Parts the chosen files into those that a field takes, at most `room` of them, and the others by their reason. */
export function partFiles<Chosen extends Pick<File, 'name' | 'type' | 'size'>>(
  files: readonly Chosen[],
  kind: FileKind,
  room: number,
  tooMany: string,
): { taken: Chosen[]; refusals: Refusal[] } {
  const taken: Chosen[] = []
  const refused: { name: string; reason: string }[] = []
  for (const file of files) {
    const reason = fileProblem(file, kind) ?? (taken.length < room ? undefined : tooMany)
    if (reason === undefined) taken.push(file)
    else refused.push({ name: file.name, reason })
  }
  return { taken, refusals: refusalsOf(refused) }
}
