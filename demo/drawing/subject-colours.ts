import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { SubjectCode } from '#contract/codes/subjects.ts'

export interface CoverColours {
  /** The upper end of the cover. */
  light: string
  /** The lower end and the spine. */
  dark: string
}

const styles = path.resolve(import.meta.dirname, '../../web/styles/covers.css')
const rule = /\[data-subject='(\w+)'\] \{\s*--cover-light: (#[\da-f]{6});\s*--cover-dark: (#[\da-f]{6});/g
let coloursBySubject: Map<string, CoverColours> | undefined

/** The colours that the site gives a subject's covers, read from its styles. */
export function subjectColours(subject: SubjectCode): CoverColours {
  coloursBySubject ??= new Map(
    Array.from(readFileSync(styles, 'utf8').matchAll(rule), ([, code = '', light = '', dark = '']) => [
      code,
      { light, dark },
    ]),
  )
  const colours = coloursBySubject.get(subject)
  if (!colours) throw new Error(`covers.css gives ${subject} no colours`)
  return colours
}
