/** What the search can understand of a query. */
export const recognisedKinds = [
  'type',
  'topic',
  'subject',
  'grade',
  'branch',
  'year',
  'round',
  'place',
] as const
export type RecognisedKind = (typeof recognisedKinds)[number]

export const recognisedKindLabels: Record<RecognisedKind, string> = {
  type: 'النوع',
  topic: 'الموضوع',
  subject: 'المادة',
  grade: 'الصف',
  branch: 'الفرع',
  year: 'السنة',
  round: 'الدور',
  place: 'المكان',
}
