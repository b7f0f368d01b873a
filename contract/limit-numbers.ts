/* Every number of the product that somebody might want to change. Units are in the names. */
import { day, hour, megabyte, minute, second } from './units.ts'
export * from './background-limits.ts'
export * from './page-limits.ts'
export * from './page-picture-limits.ts'
export * from './desk-limits.ts'
export * from './ingest-limits.ts'
export * from './shelf-limits.ts'

/* Uploads. Source: F1.1. */
export const maxImageBytes = 5 * megabyte
export const maxPdfBytes = 250 * megabyte
export const maxZipBytes = 250 * megabyte
export const maxImagePixels = 50_000_000
export const maxFilesPerUpload = 40
export const maxFileNameLength = 180
/** From here on the dashboard uploads resumably. */
export const resumableUploadFromBytes = 4 * megabyte
export const uploadChunkBytes = 8 * megabyte
export const uploadExpiryMs = 3 * day
/** A process that makes a file of an upload renews its hold; one that died loses it after this long. */
export const uploadFinishHoldMs = 30 * second
export const uploadFinishPollMs = 250
/** How long staff still see an upload that expired before it was whole. */
export const failedUploadKeptMs = 7 * day
export const uploadStallMs = 45 * second
/** Fewer bytes than this in `uploadStallMs` is a standstill. */
export const uploadMinBytesPerWindow = 64 * 1024
/** A temporary file that nobody has written to for this long was left behind. */
export const incomingIdleMs = 30 * minute
/** How often temporary files, expired uploads and unused files are looked for. */
export const fileSweepMs = 10 * minute
/** An object without a row may be about to get it; after this long it will not. */
export const orphanGraceMs = day
export const orphanSweepMs = day
export const fileInspectionMs = 60 * second
/** Bytes that nobody has written to are compared with their hash again after this long: when served, or when the walk over all files comes to them. */
export const fileCheckEveryMs = 30 * day
/** How long a download waits for the comparison before it goes out as unproven. */
export const fileCheckWaitMs = second
export const fileChecksAtOnce = 2
export const fileChecksWaiting = 500
/** How long what is known of a file is believed without asking the database. */
export const fileFactsFreshMs = 30 * second
export const fileFactsKept = 5000
export const fileDatabaseWaitMs = 2 * second
export const fileDatabaseRetryMs = 5 * second
/** An address of the bucket that a browser is sent to holds for so long at least, and is the same one for so long. */
export const storeAddressMs = hour
export const storeAddressSameMs = 15 * minute
export const unfinishedUploadsPerUser = 50
export const unusedFileGraceMs = 3 * day
export const maxZipEntries = 20_000
export const maxZipRatio = 200
export const maxZipUnpackedBytes = 8 * 1024 * megabyte

/* What stands on pages. Source: F6.1, F6.2. */
/** Pages of a file that are read. */
export const maxTextPages = 3000
/** Below this a page is not searched: the text of half-read pages finds what is not there. */
export const leastTextQuality = 0.6
/** Between two looks at what else has to be done. */
export const pageTextSliceMs = 45 * second
/** Pages of one thread: of such as have text themselves, and of such as are read from their picture. */
export const textPagesAtOnce = 60
export const picturePagesAtOnce = 4
/** A page that takes more of a processor's time is left out. */
export const textPageMs = 20 * second
export const picturePageMs = 2 * minute
export const pageTextMemoryMb = 512
/** So many pages that break the reader, until the rest of their file is left out. */
export const maxBrokenTextPages = 3

/* Sheets of result archives. Source: R4.1, R4.3. */
export const sheetsPerPage = 50
export const schoolsPerPage = 30
/** Pages of a sheet on one page of the site. */
export const sheetPagesShown = 24
export const maxSheetImageBytes = 40 * megabyte
export const maxSheetDocumentBytes = 50 * megabyte
/** Pages of a sheet that exam numbers are looked for on. */
export const maxSheetPagesRead = 400
/** Between two looks at what else has to be done. */
export const sheetsReadAtOnce = 20
/** Of those that an older reader has read. */
export const sheetsReadAnewAtOnce = 5
export const sheetReadingMs = 15 * minute
/** Of a processor's time between two pages, also of a scan. */
export const sheetPageReadingMs = 2 * minute
export const sheetReadingMemoryMb = 512
/** An own row is its page's picture, a bucket of numbers and their headers: 150 KB in all. */
export const maxPagePictureBytes = 140 * 1024
/** The same of a page for phones, and of one to find it by. */
export const maxReadingPictureBytes = 80 * 1024
export const maxThumbnailBytes = 6 * 1024
/* Exam numbers. Source: R6.1, R6.4. */
export const minExamNumberDigits = 6
export const maxExamNumberDigits = 14
/** One address can be a school, or a whole carrier. */
export const lookupsPerMinute = 600
/** How many are looked up in the database at once, how many wait, and how long. */
export const lookupsAtOnce = 4
export const lookupsWaiting = 400
export const lookupWaitMs = 5 * second
export const maxLookupMatches = 20
export const maxNumberBucketBytes = 8 * 1024
/** How long a request waits for the numbers that a change has made stale, and a failed renewal for the next try. */
export const numbersPatienceMs = 3 * second
export const numbersRetryMs = 5 * second
/** Buckets that were asked for last, of all releases together. */
export const numbersMemoryBytes = 128 * megabyte
export const numbersPackingMs = 10 * minute
export const numbersPackingMemoryMb = 768
/** After a change, what may be announced next is made ready when others have not followed for so long. */
export const numbersSettleMs = 2 * second
/** How long an announcement waits for its numbers to be ready. */
export const announcementWaitMs = 15 * second
/** How long what staff have said of the sheets of a deleted result is kept, should it come back. */
export const removedSheetsKeptMs = 60 * day

/* Paging. Source: P4.1, P7.1, P9.1, S3.1, S8.2, A1.4. */
export const booksPerPage = 10
export const notesPerPage = 10
export const examsPerPage = 12
export const newsPerPage = 12
export const staffRowsPerPage = 10
/** Rows of a page of a list of records in the dashboard, unless another number is chosen. */
export const staffRowsShown = 25
/** Filters of one list that a person can give a name. */
export const savedFilters = 30
export const logRowsPerPage = 15
export const maxListLimit = 100
export const maxOffset = 1_000_000
/** From here on what a page skips is read in an index alone. */
export const deepOffset = 200
/** How many filters of a list have their totals remembered, and for how long where nothing is written. */
export const listTotalsKept = 500
export const listTotalFreshMs = 10 * second
/** So many dead links elsewhere are remembered, and for how long where none dies or lives again. */
export const deadLinksKept = 5_000
export const deadLinksFreshMs = minute
/** Up to so many visits, of as many paths, are found by their paths rather than among all, the newest first. */
export const rareVisits = 5_000
export const latestBooks = 4
export const latestNotes = 6
export const relatedBooks = 6
export const relatedNotes = 6
export const sameYearExams = 6
export const latestExams = 3
/** Exams that are shown one by one where a grade and subject has more than one of a year and round; the list has them all. */
export const maxExamsOfPlace = 8
/** As many years of each subject as stand on the page of a grade; the list of the subject has them all. */
export const gradeExamYears = 8
/** With fewer years than this the exams stand in rows instead. */
export const examTableFromYears = 3
/** Groups of questions that ask the same, on one page. */
export const questionsPerPage = 30
/** Questions that ask the same and are looked at for one of them, those of the newest exams; no curriculum has as many. */
export const maxQuestionsOfGroup = 200
/** Places of a question that the page of an exam looks at, to name some. */
export const maxShownRepeats = 24
/** Places of a question that lists name; how many more there are is said. */
export const maxNamedPlaces = 60
/** Pairs of questions that staff part or join at once. */
export const maxQuestionVerdicts = 400
/** Handouts on a teacher's page, and teachers in the sitemap. */
export const maxTeacherNotes = 500
export const maxTeachersListed = 20_000
export const readAlsoNews = 3
export const recentAuditEntries = 5
export const mostVisited = 10
export const mostVisitedCards = 8
export const allPagesUpTo = 5
/** With one grade chosen its list is one page, up to here. Source: P4.10. */
export const gradeRecordsPerPage = 200
/** How long a record carries «جديد». Source: P4.9. */
export const newForMs = 14 * day

/* Search. Source: Q1.3, Q3.2. */
export const searchDelayMs = 300
export const minSearchLength = 2
export const maxSearchLength = 200
export const searchResults = 10
export const searchRowsPerPage = 20
/** Inside pages: so many are compared, and of one record; so many stand beside records; letters around a place. */
export const insideCandidates = 200
export const insideCandidatesOfRecord = 1000
export const insideResultsBeside = 3
export const insideSnippetLength = 160
/** Kept on the device of the person who searched, nowhere else. */
export const recentSearches = 8
export const searchMisses = 10
/** Texts of which nothing was found: the newest stay, without anybody's address. */
export const searchMissesKept = 5000
/** So many texts of each kind, the commonest, are read for what of a grade is looked for. */
export const coverageTexts = 300
/** Records of each kind in the staff's command bar. */
export const commandRecords = 4
export const searchMobileBelowPx = 640

/** The log is looked through from so many letters on, or with Enter. */
export const minAuditSearchLength = 3
/** Words of one entry of the log that it can be found by. */
export const maxAuditWords = 4000
/** So many entries are counted when a search in the log finds more. */
export const auditSearchCount = 1000
/** A search in the log goes no further back when it has taken so long. */
export const auditSearchMs = 5 * second

/* Look and motion. Source: P2.1, P3.2, P8.1, P10.4, S2.2, S4.6. */
export const headerScrollPx = 10
export const counterDurationsMs = [2500, 2000, 1500] as const
export const contactBannerMs = 3 * second
export const minZoom = 1
export const maxZoom = 3
export const zoomStep = 0.5
export const sidebarCollapsePx = 1024
export const examCoverPreviewPx = 300

/* Text fields. Source: S4.6, A6.7. */
export const minExamDescriptionLength = 10
export const maxTitleLength = 300
export const maxNameLength = 120
export const maxBioLength = 1000
export const maxDescriptionLength = 5000
export const maxContentLength = 100_000
/** Paragraphs, headings, lists and pictures of a formatted text; also the lines of a list. */
export const maxTextBlocks = 2000
/** Differently formatted pieces of one paragraph. */
export const maxTextPieces = 1000
export const maxTextPicturePx = 20_000
export const maxKeywords = 50
export const maxKeywordLength = 100
export const maxLinkLength = 2000
export const maxExamImages = 40
/** Of a PDF with more pages none are shown to be chosen as pictures of an exam. */
export const maxSplitPages = 200
/** The shorter side of a page that becomes a picture: 200 points an inch of A4. Units: pixels. */
export const pageImageSidePx = 1700
export const maxVersions = 50
/** Days of exams that staff may enter: every grade, branch and round of some years. */
export const maxExamDates = 500
/** Shown, hidden or scheduled in one act. */
export const maxRecordsAtOnce = 500
/** Results added in one act. */
export const maxResultsAtOnce = 120
export const minYear = 2000
export const maxYear = 2100
export const maxContactMessageLength = 5000

/* Accounts. Source: S1.4, S1.6. */
export const minPasswordLength = 10
export const maxPasswordLength = 200
/** Guesses by who knows the usual passwords, words and patterns; ten letters at random need ten thousand million. */
export const minPasswordGuesses = 300_000_000
/** A longer password is judged by so much of it: judging takes time that grows faster than the length. */
export const maxJudgedPasswordLength = 40
export const sessionIdleMs = hour
export const sessionAbsoluteMs = 12 * hour
export const setupLinkMs = day
/** An invitation, or a link to a new password, which an administrator hands over. */
export const accountLinkMs = 72 * hour
/** So long a link that no longer works still says why. */
export const accountLinkKeptMs = 90 * day
/** Wrong passwords before the first wait: for one person at one address or on one device. */
export const loginAttempts = 10
/** For one person, from strange devices at whatever address. */
export const loginAttemptsOfAccount = 30
/** Of one address, whatever the e-mail address: schools share one. */
export const loginAttemptsOfAddress = 100
/** Codes of the second step; the waits after them are those of passwords. */
export const secondFactorAttempts = 10
/** A code of the application counts so many steps before and after its own: clocks differ. */
export const secondFactorWindow = 1
export const recoveryCodes = 10
export const maxSecondFactorCodeLength = 40
export const minSecretKeyLength = 32
/** Passkeys: how many somebody has, what they are called, and how long a device has for its answer. */
export const passkeysOfPerson = 20
export const maxPasskeyNameLength = 60
export const maxPasskeyPartLength = 16_000
export const passkeyChallengeMs = 5 * minute
/** When what browsers propose at signing in is asked anew, and how often it is looked whether that time has come. */
export const passkeyRenewMs = 4 * minute
export const passkeyLookMs = 10 * second
/** The first wait; each further one is twice as long, up to the longest. */
export const loginDelayMs = 10 * second
export const maxLoginDelayMs = 15 * minute
/** How long a device stays known after the last sign-in there. */
export const knownDeviceMs = 180 * day

/* The web. */
export const queryFreshMs = 5 * minute
/** How often an open page asks what has changed, and how often where data is to be saved. */
export const liveMs = 10 * second
export const liveSavingMs = 60 * second
export const requestTimeoutMs = 20 * second
/** For the line and headers of a request. */
export const requestHeadMs = 20 * second
/** A body brings at least so much in each window and is whole in the total; uploads have a window of their own. */
export const bodyWindowMs = 20 * second
export const minBodyBytesPerWindow = 16 * 1024
export const bodyTotalMs = 2 * minute
/** For what is left of a body after its answer. */
export const bodyRestMs = minute
export const bodyCheckMs = 2 * second
export const connectionStallMs = minute
export const keepAliveMs = 10 * second
export const closeGraceMs = 10 * second
/** Whoever has a line to a process that ends has so long to ask. */
export const lastAskMs = 200
export const workerRestartMs = 1 * second
export const maxJsonBytes = 1 * megabyte
export const maxQueryParameterLength = 500
export const apiRequestsPerMinute = 600
/** Pages for free text, each made for one person: of one address, which may be that of a carrier. */
export const freeTextPagesPerMinute = 600
export const freeTextPagesAtOnce = 4
export const freeTextPagesWaiting = 40
export const freeTextPageWaitMs = 5 * second
/** Pages of single records that are not ready: looked up a few at a time, whoever asks for how many. */
export const recordPagesAtOnce = 4
export const recordPagesWaiting = 600
export const recordPagesWaitingEach = 100
export const recordPageWaitMs = 5 * second
/** Apart from the other pages, so that what somebody makes up does not take their place. */
export const freeTextCacheBytes = 8 * megabyte
export const freeTextFreshMs = 30 * second
export const contactMessagesPerHour = 10
/** A whole street may share one address. */
export const wishesPerHour = 20
export const visitsPerMinute = 60

/* What search engines and messengers fetch. Source: sitemaps.org; P12.3. */
/** Of 50,000 allowed: so many that nobody waits for a file, and that a change asks crawlers for little again. */
export const sitemapUrlsPerFile = 5_000
export const sitemapRowsPerRead = 2000
export const sitemapFreshMs = hour
/** A longer file of records has no copy for while the database is away. Units: letters. */
export const maxKeptSitemapLength = 8 * megabyte
export const feedEntries = 30
export const feedCacheBytes = 4 * megabyte
export const maxShareImageBytes = 120 * 1024
export const shareImageCacheBytes = 200 * megabyte
export const shareImagesWaiting = 30
export const shareImageDrawingMs = 20 * second
export const shareImagesPerMinute = 120
export const examPdfCacheBytes = 1024 * megabyte
export const examPdfsAtOnce = 2
export const examPdfsWaiting = 10
export const examPdfsPerMinute = 30
/** How long an exam's page waits for the size of its PDF, and the pictures up to which it asks. */
export const examPdfSizeWaitMs = 1500
export const examPdfDigests = 5000
export const maxMeasuredExamBytes = 24 * megabyte
export const busyRetryMs = 5 * second
/** How long a request waits for a line to PostgreSQL while all are taken. */
export const lineWaitMs = 5 * second

/* The release room. Source: S13.4. */
/** A city with less than this share of the schools of a year before stops until somebody has looked. */
export const likelySchoolsShare = 0.8
/** How often the open room looks: while archives are opened, and otherwise. */
export const releaseShownEveryMs = 2 * second
export const releaseShownIdleMs = 10 * second
export const archivesSentAtOnce = 3

/* Warnings before a save. Source: S5.4. */
export const duplicatesRead = 50
export const duplicatesShown = 3
/** The shorter side from which on a picture is compared with others: a cover or a page. Units: pixels. */
export const likenessFromPx = 256
/** How often covers, first pages and exams' pictures without a mark are looked for; what took too long is left alone for half of that. */
export const likenessSearchMs = 10 * minute
export const likelyYearsBefore = 10
/** A save does not wait longer for its warnings. */
export const warningsWaitMs = 4 * second

/* Retention. Source: A9.1. */
export const visitIpDays = 30
export const auditIpDays = 365
/** How long a repeated try to add a record is still known as one. */
export const creationKeyDays = 30
/** How long what was deleted can come back. */
export const trashDays = 30
/** Of what goes then so many records in one transaction: each may hold dozens of files. */
export const trashDroppedAtOnce = 50
/** How long jobs stay to be seen when they are done or cancelled, and when they failed. */
export const endedJobDays = 7
export const failedJobDays = 30
