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
