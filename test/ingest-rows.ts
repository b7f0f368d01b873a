import type { IngestRow, IngestValues } from '#contract/resources/ingest.ts'

/** What a row of an import says, nothing else than `said`. */
export function ingestValues(said: Partial<IngestValues> = {}): IngestValues {
  return {
    kind: 'book',
    title: '',
    stage: '',
    branch: '',
    subject: '',
    releaseYear: null,
    try: null,
    teacher: '',
    city: '',
    label: '',
    about: '',
    part: '',
    ...said,
  }
}

/** A row of an import with one file that has arrived. */
export function ingestRow(id: string, { values, ...facts }: Partial<IngestRow> = {}): IngestRow {
  const file = {
    id: `f${id}`,
    name: `${id}.pdf`,
    folder: '',
    size: 1,
    url: `/${id}`,
    type: null,
    archiveId: null,
    usedBy: [],
  }
  return {
    id,
    version: 1,
    values: ingestValues(values),
    doubts: {},
    isSeen: false,
    record: null,
    files: [file],
    changedBy: null,
    ...facts,
  }
}
