import type { Generated } from 'kysely'
import type { Optional, Timestamp } from '#server/base/db/columns.ts'

/** The counter that rises as changes are counted; its row lock puts that in order. */
export interface SearchStateTable {
  onlyRow: Generated<boolean>
  version: number
}

/** What one transaction changed of the counts of words and combinations, until it is counted. */
export interface SearchChangesTable {
  id: Generated<number>
  /** Shape: `FacetChange[]` as JSON. */
  facets: string
  /** Shape: `WordChange[]` as JSON. */
  words: string
  /** Shape: `ChangedRecord[]` as JSON. */
  records: Optional<string>
}

/** Which records were counted with a version, as long as a process may not know of it. */
export interface SearchCountedTable {
  version: number
  /** Shape: `CountedChange[]` as JSON. */
  changes: string
}

/** A combination of facts (`factsKey`) and how many records have it. */
export interface SearchFacetsTable {
  id: Generated<number>
  key: string
  documents: number
  /** Not before the newest of the records was created; a removed record may have left it too late. */
  latest: Timestamp
  version: number
}

/** A word of the records: how many hold it, how many in title, teacher or keywords, how many in the teacher's name. */
export interface SearchWordsTable {
  word: string
  documents: number
  named: number
  taught: Generated<number>
  version: number
}

/** A record as search knows it. */
export interface SearchDocumentsTable {
  type: string
  recordId: string
  facetId: number
  title: string
  subject: Optional<string>
  stage: Optional<string>
  branch: Optional<string>
  year: Optional<number>
  round: Optional<number>
  teacher: Optional<string>
  newsType: Optional<string>
  image: Optional<string>
  /** Folded words of the title, in order. */
  titleWords: string
  /** Folded words of teacher and keywords. */
  namedWords: string
  /** Label A: title. B: keywords. C: teacher. None: body. Words that begin with `#` are codes, not words. */
  lexemes: string
  createdAt: Timestamp
  /** The shape in which the record was indexed (`indexShape`). */
  shape: Generated<number>
}

/** A file whose pages a record shows. It goes with the record's document. */
export interface SearchFilesTable {
  type: string
  recordId: string
  /** Its place among the record's files, from 0. */
  place: number
  fileHash: string
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    searchChanges: SearchChangesTable
    searchCounted: SearchCountedTable
    searchDocuments: SearchDocumentsTable
    searchFacets: SearchFacetsTable
    searchFiles: SearchFilesTable
    searchState: SearchStateTable
    searchWords: SearchWordsTable
  }
}
