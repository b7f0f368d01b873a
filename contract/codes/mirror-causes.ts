/** Why an address elsewhere does not give its file. */
export const mirrorCauses = [
  'gone',
  'private',
  'refused',
  'broken',
  'unreachable',
  'timeout',
  'redirects',
  'inner',
] as const
export type MirrorCause = (typeof mirrorCauses)[number]
