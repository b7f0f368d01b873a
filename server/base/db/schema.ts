import type {
  SessionsTable,
  SetupLinksTable,
  UsersTable,
  VisitorTokensTable,
} from '#server/staff/accounts/accounts.table.ts'
import type { AuditEntriesTable } from '#server/staff/audit/audit.table.ts'
import type { ContactMessagesTable } from '#server/staff/contact/contact.table.ts'
import type { BooksTable, BookVersionsTable } from '#server/content/books/books.table.ts'
import type { ExamsTable } from '#server/content/exams/exams.table.ts'
import type { NewsTable } from '#server/content/news/news.table.ts'
import type { NotesTable } from '#server/content/notes/notes.table.ts'
import type { ResultsTable } from '#server/content/results/results.table.ts'
import type {
  FileReferencesTable,
  FilesTable,
  UploadPiecesTable,
  UploadsTable,
} from '#server/files/files.table.ts'
import type {
  SearchDocumentsTable,
  SearchFacetsTable,
  SearchStateTable,
  SearchWordsTable,
} from '#server/search/search.table.ts'
import type { SearchMissesTable } from '#server/search/search-misses.table.ts'
import type { SettingsTable } from '#server/staff/settings/settings.table.ts'
import type { PageVisitsTable } from '#server/staff/visits/visits.table.ts'

/** Every table, under its name in camel case; each is described beside its owner. */
export interface Database {
  auditEntries: AuditEntriesTable
  bookVersions: BookVersionsTable
  books: BooksTable
  contactMessages: ContactMessagesTable
  exams: ExamsTable
  fileReferences: FileReferencesTable
  files: FilesTable
  news: NewsTable
  notes: NotesTable
  pageVisits: PageVisitsTable
  results: ResultsTable
  searchDocuments: SearchDocumentsTable
  searchFacets: SearchFacetsTable
  searchMisses: SearchMissesTable
  searchState: SearchStateTable
  searchWords: SearchWordsTable
  sessions: SessionsTable
  settings: SettingsTable
  setupLinks: SetupLinksTable
  uploadPieces: UploadPiecesTable
  uploads: UploadsTable
  users: UsersTable
  visitorTokens: VisitorTokensTable
}
