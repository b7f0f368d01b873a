import type { SubjectCode } from '#contract/codes/subjects.ts'

/** The colours of the identity. */
export const palette = {
  lapis950: '#0b1a3d',
  lapis900: '#10265a',
  lapis800: '#173579',
  lapis700: '#1d4399',
  lapis600: '#2653b8',
  lapis200: '#c4d3f6',
  lapis100: '#e4ebfb',
  lapis50: '#f3f6fe',
  ochre600: '#a8700c',
  ochre500: '#d1922a',
  ochre300: '#f0c778',
  ochre100: '#fbf0da',
  paper: '#fbfaf6',
  ink: '#141c2e',
  muted: '#566076',
  line: '#e6e3d9',
} as const

export interface CoverColours {
  /** The upper end of the cover. */
  light: string
  /** The lower end and the spine. */
  dark: string
}

const blue = { light: '#1d4399', dark: '#10265a' }
const green = { light: '#13766d', dark: '#06433d' }
const rust = { light: '#9a3412', dark: '#5c1d08' }
const violet = { light: '#5b21b6', dark: '#361073' }
const olive = { light: '#3f6212', dark: '#22380a' }
const plum = { light: '#9d174d', dark: '#5a0c2d' }
const teal = { light: '#0e6b8c', dark: '#083c52' }
const bronze = { light: '#8a5a0b', dark: '#4c3004' }
const slate = { light: '#40506e', dark: '#212c42' }

const coloursBySubject: Record<SubjectCode, CoverColours> = {
  MATH: blue,
  SCIENCE: teal,
  BIOLOGY: olive,
  CHEMISTRY: green,
  PHYSICS: violet,
  ISLAMIC: green,
  ARABIC: rust,
  ENGLISH: plum,
  FRENCH: blue,
  GEOGRAPHY: teal,
  HISTORY: bronze,
  ECONOMICS: slate,
  READING: rust,
  GRAMMAR: bronze,
  SOCIAL: bronze,
  COMPUTER: slate,
  ETHICS: plum,
  SOCIOLOGY: violet,
  PHILOSOPHY: slate,
  NATIONAL_EDUCATION: rust,
  KURDISH: olive,
  GEOLOGY: bronze,
}

/** The colours of a subject's covers. */
export function subjectColours(subject: SubjectCode): CoverColours {
  return coloursBySubject[subject]
}
