import { bookListPages } from './books/book-list.page.tsx'
import { bookPage } from './books/book.page.tsx'
import { booksHubPage } from './books/books-hub.page.tsx'
import { oldBookAddressPage } from './books/old-book-address.page.ts'
import { examListPages } from './exams/exam-list.page.tsx'
import { examPage } from './exams/exam.page.tsx'
import { examsHubPage } from './exams/exams-hub.page.tsx'
import { homePage } from './home/home.page.tsx'
import { newsItemPage } from './news/news-item.page.tsx'
import { newsListPage } from './news/news-list.page.tsx'
import { noteListPages } from './notes/note-list.page.tsx'
import { notePage } from './notes/note.page.tsx'
import { notesHubPage } from './notes/notes-hub.page.tsx'
import { oldNoteListAddressPage } from './notes/old-note-list-address.page.ts'
import type { SitePage } from './page-module.ts'
import { resultBrowserPages } from './results/result-browser.page.tsx'
import { resultsHubPage } from './results/results-hub.page.tsx'
import { speculationRulesDocument } from './seo/speculation-rules.ts'
import { searchPage } from './search/search.page.tsx'
import { aboutPage } from './static/about.page.tsx'
import { contactPage } from './static/contact.page.tsx'
import { faqPage } from './static/faq.page.tsx'
import { helpPage } from './static/help.page.tsx'
import { privacyPage } from './static/privacy.page.tsx'
import { termsPage } from './static/terms.page.tsx'

/** Every page of the public site, and the documents that machines read. */
export const pages: readonly SitePage[] = [
  homePage,
  booksHubPage,
  ...bookListPages,
  bookPage,
  oldBookAddressPage,
  notesHubPage,
  ...noteListPages,
  notePage,
  oldNoteListAddressPage,
  examsHubPage,
  ...examListPages,
  examPage,
  resultsHubPage,
  ...resultBrowserPages,
  newsListPage,
  newsItemPage,
  searchPage,
  aboutPage,
  contactPage,
  helpPage,
  faqPage,
  termsPage,
  privacyPage,
  speculationRulesDocument,
]
