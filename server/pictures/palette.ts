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

/* The same as in web/styles/covers.css, where no script can put them. */
const coloursBySubject: Record<SubjectCode, CoverColours> = {
  MATH: { light: '#2653b8', dark: '#10265a' },
  SCIENCE: { light: '#14746f', dark: '#063c3b' },
  BIOLOGY: { light: '#476d12', dark: '#223706' },
  CHEMISTRY: { light: '#0f766e', dark: '#053f3b' },
  PHYSICS: { light: '#5b21b6', dark: '#2c0f63' },
  ISLAMIC: { light: '#17663a', dark: '#08341c' },
  ARABIC: { light: '#9a3412', dark: '#531907' },
  ENGLISH: { light: '#9d174d', dark: '#550a29' },
  FRENCH: { light: '#1e4e8c', dark: '#0b2748' },
  GEOGRAPHY: { light: '#15697f', dark: '#073642' },
  HISTORY: { light: '#7c4a12', dark: '#402405' },
  ECONOMICS: { light: '#4d5a1a', dark: '#272e0a' },
  READING: { light: '#b03a2e', dark: '#5e1a13' },
  GRAMMAR: { light: '#8a3324', dark: '#481509' },
  SOCIAL: { light: '#8a5a0b', dark: '#472d02' },
  COMPUTER: { light: '#334155', dark: '#141c2a' },
  ETHICS: { light: '#6b3a8f', dark: '#361a4b' },
  SOCIOLOGY: { light: '#7a2e5d', dark: '#3d122d' },
  PHILOSOPHY: { light: '#3f3b8c', dark: '#1c1a48' },
  NATIONAL_EDUCATION: { light: '#1d5f4a', dark: '#0a3024' },
  KURDISH: { light: '#95600a', dark: '#4c2f02' },
  GEOLOGY: { light: '#6a4a33', dark: '#352215' },
}

/** The colours of a subject's covers. */
export function subjectColours(subject: SubjectCode): CoverColours {
  return coloursBySubject[subject]
}
