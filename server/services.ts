import type { FastifyBaseLogger } from 'fastify'
import { createAccountsService } from './staff/accounts/accounts.service.ts'
import type { AccountsService } from './staff/accounts/accounts.service.ts'
import { createAuditService } from './staff/audit/audit.service.ts'
import type { AuditService } from './staff/audit/audit.service.ts'
import type { Config } from './config.ts'
import { createContactService } from './staff/contact/contact.service.ts'
import type { ContactService } from './staff/contact/contact.service.ts'
import { createBooksService } from './content/books/books.service.ts'
import type { BooksService } from './content/books/books.service.ts'
import { createExamsService } from './content/exams/exams.service.ts'
import type { ExamsService } from './content/exams/exams.service.ts'
import { createNewsService } from './content/news/news.service.ts'
import type { NewsService } from './content/news/news.service.ts'
import { createNotesService } from './content/notes/notes.service.ts'
import type { NotesService } from './content/notes/notes.service.ts'
import { createResultsService } from './content/results/results.service.ts'
import type { ResultsService } from './content/results/results.service.ts'
import { booksElsewhere } from './content/books/books.elsewhere.ts'
import { examsElsewhere } from './content/exams/exams.elsewhere.ts'
import { newsElsewhere } from './content/news/news.elsewhere.ts'
import { notesElsewhere } from './content/notes/notes.elsewhere.ts'
import type { KindsElsewhere } from './content/record/elsewhere.ts'
import { startPublishing, type Publishing } from './content/record/publishing.ts'
import { resultsElsewhere } from './content/results/results.elsewhere.ts'
import { createChanges } from './base/changes.ts'
import type { Changes } from './base/changes.ts'
import type { OpenDatabase } from './base/db/types.ts'
import { createDamageWatch } from './content/record/damage-watch.ts'
import { createFilesService } from './files/files.service.ts'
import type { FilesService } from './files/files.service.ts'
import { createOverviewService } from './staff/overview/overview.service.ts'
import type { OverviewService } from './staff/overview/overview.service.ts'
import { searchSources } from './content/search-sources.ts'
import { startReindexing } from './search/reindex.ts'
import { createSearchService } from './search/search.service.ts'
import type { SearchService } from './search/search.service.ts'
import { createSettingsService } from './staff/settings/settings.service.ts'
import type { SettingsService } from './staff/settings/settings.service.ts'
import { startRetention } from './staff/retention/retention.ts'
import { createVisitsService } from './staff/visits/visits.service.ts'
import type { VisitsService } from './staff/visits/visits.service.ts'

/** Everything that the HTTP surface, the pages and the commands may use. */
export interface Services {
  config: Config
  log: FastifyBaseLogger
  database: OpenDatabase
  changes: Changes
  accounts: AccountsService
  audit: AuditService
  files: FilesService
  books: BooksService
  notes: NotesService
  exams: ExamsService
  results: ResultsService
  news: NewsService
  /** Every kind, as places that span kinds see it. */
  elsewhere: KindsElsewhere
  publishing: Publishing
  search: SearchService
  settings: SettingsService
  contact: ContactService
  overview: OverviewService
  visits: VisitsService
  /** Ends everything that runs by itself and closes the database. */
  close(): Promise<void>
}

/** Puts the product together over an open, migrated database. */
export async function createServices(
  config: Config,
  database: OpenDatabase,
  log: FastifyBaseLogger,
): Promise<Services> {
  const changes = await createChanges(database)
  const audit = createAuditService({ database })
  const accounts = createAccountsService({ database, audit, config, log })
  const files = await createFilesService({
    database,
    config,
    log,
    watch: createDamageWatch({ audit, changes }),
  })
  const search = createSearchService(database)
  const writing = { database, audit, files, changes }
  const books = createBooksService({ files, search, writing })
  const notes = createNotesService({ files, search, writing })
  const exams = createExamsService({ files, search, writing })
  const results = createResultsService({ files, writing })
  const news = createNewsService({ search, writing })
  const elsewhere: KindsElsewhere = {
    book: booksElsewhere(books),
    note: notesElsewhere(notes),
    exam: examsElsewhere(exams),
    result: resultsElsewhere(results),
    news: newsElsewhere(news),
  }
  const publishers = { book: books, note: notes, exam: exams, result: results, news }
  const publishing = startPublishing({ writing, publishers, log })
  const settings = createSettingsService({ database, audit, changes })
  const contact = createContactService({ database })
  const overview = createOverviewService({
    database,
    isWithout: (kind, part) => elsewhere[kind].isWithout(part),
  })
  const visits = createVisitsService({
    database,
    log,
    describe: ({ kind, id }) => elsewhere[kind].visited(id),
  })
  const retention = startRetention({ database, settings, accounts, log })
  const reindexing = startReindexing({ database, sources: searchSources, log })
  return {
    config,
    log,
    database,
    changes,
    accounts,
    audit,
    files,
    books,
    notes,
    exams,
    results,
    news,
    elsewhere,
    publishing,
    search,
    settings,
    contact,
    overview,
    visits,
    async close() {
      await publishing.close()
      await reindexing.close()
      await retention.close()
      await visits.close()
      await search.close()
      await files.close()
      await database.close()
    },
  }
}
