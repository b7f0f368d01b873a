const megabyte = 1024 * 1024
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Every number of the product that somebody might want to change. Units are in the names. */
export const limits = {
  /* Uploads. Source: F1.1. */
  maxImageBytes: 5 * megabyte,
  maxPdfBytes: 250 * megabyte,
  maxZipBytes: 250 * megabyte,
  maxImagePixels: 50_000_000,
  maxFilesPerUpload: 40,
  maxFileNameLength: 180,
  /** From here on the dashboard uploads resumably. */
  resumableUploadFromBytes: 4 * megabyte,
  uploadChunkBytes: 4 * megabyte,
  uploadExpiryMs: 3 * day,
  /** A process that makes a file of an upload renews its hold; one that died loses it after this long. */
  uploadFinishHoldMs: 30 * second,
  uploadFinishPollMs: 250,
  /** How long staff still see an upload that expired before it was whole. */
  failedUploadKeptMs: 7 * day,
  uploadStallMs: 45 * second,
  /** Fewer bytes than this in `uploadStallMs` is a standstill. */
  uploadMinBytesPerWindow: 64 * 1024,
  /** A temporary file that nobody has written to for this long was left behind. */
  incomingIdleMs: 30 * minute,
  /** How often temporary files, expired uploads and unused files are looked for. */
  fileSweepMs: 10 * minute,
  /** An object without a row may be about to get it; after this long it will not. */
  orphanGraceMs: day,
  orphanSweepMs: day,
  fileInspectionMs: 60 * second,
  /** Bytes that nobody has written to are compared with their hash again when they are served after this long. */
  fileCheckEveryMs: 30 * day,
  /** How long a download waits for the comparison before it goes out as unproven. */
  fileCheckWaitMs: second,
  fileChecksAtOnce: 2,
  fileChecksWaiting: 500,
  /** How long what is known of a file is believed without asking the database. */
  fileFactsFreshMs: 30 * second,
  fileFactsKept: 5000,
  fileDatabaseWaitMs: 2 * second,
  fileDatabaseRetryMs: 5 * second,
  unfinishedUploadsPerUser: 50,
  unusedFileGraceMs: 3 * day,
  maxZipEntries: 20_000,
  maxZipRatio: 200,
  maxZipUnpackedBytes: 8 * 1024 * megabyte,

  /* Paging. Source: P4.1, P7.1, P9.1, S3.1, S8.2, A1.4. */
  booksPerPage: 10,
  notesPerPage: 10,
  examsPerPage: 12,
  newsPerPage: 12,
  staffRowsPerPage: 10,
  logRowsPerPage: 15,
  maxListLimit: 100,
  maxOffset: 1_000_000,
  latestBooks: 4,
  latestNotes: 6,
  relatedBooks: 6,
  relatedNotes: 6,
  sameYearExams: 6,
  latestExams: 3,
  readAlsoNews: 3,
  recentAuditEntries: 5,
  mostVisited: 10,
  mostVisitedCards: 8,
  allPagesUpTo: 5,

  /* Search. Source: Q1.3, Q3.2. */
  searchDelayMs: 300,
  minSearchLength: 2,
  maxSearchLength: 200,
  searchResults: 10,
  searchRowsPerPage: 20,
  /** Kept on the device of the person who searched, nowhere else. */
  recentSearches: 8,
  searchMisses: 10,
  searchMobileBelowPx: 640,

  /** The log is looked through from so many letters on, or with Enter. */
  minAuditSearchLength: 3,
  /** Words of one entry of the log that it can be found by. */
  maxAuditWords: 4000,
  /** A search in the log that takes longer is given up. */
  auditSearchMs: 5 * second,

  /* Look and motion. Source: P2.1, P3.2, P8.1, P10.4, S2.2, S4.6. */
  headerScrollPx: 10,
  counterDurationsMs: [2500, 2000, 1500],
  contactBannerMs: 3 * second,
  minZoom: 1,
  maxZoom: 3,
  zoomStep: 0.5,
  sidebarCollapsePx: 1024,
  examCoverPreviewPx: 300,

  /* Text fields. Source: S4.6, A6.7. */
  minExamDescriptionLength: 10,
  maxTitleLength: 300,
  maxNameLength: 120,
  maxBioLength: 1000,
  maxDescriptionLength: 5000,
  maxContentLength: 100_000,
  maxKeywords: 50,
  maxKeywordLength: 100,
  maxLinkLength: 2000,
  maxExamImages: 40,
  maxVersions: 50,
  minYear: 2000,
  maxYear: 2100,
  maxContactMessageLength: 5000,

  /* Accounts. Source: S1.4, S1.6. */
  minPasswordLength: 10,
  maxPasswordLength: 200,
  sessionIdleMs: hour,
  sessionAbsoluteMs: 12 * hour,
  setupLinkMs: day,
  /** Wrong passwords before the first wait: for one person at one address or on one device. */
  loginAttempts: 10,
  /** For one person, from strange devices at whatever address. */
  loginAttemptsOfAccount: 30,
  /** Of one address, whatever the e-mail address: schools share one. */
  loginAttemptsOfAddress: 100,
  /** The first wait; each further one is twice as long, up to the longest. */
  loginDelayMs: 10 * second,
  maxLoginDelayMs: 15 * minute,
  /** How long a device stays known after the last sign-in there. */
  knownDeviceMs: 180 * day,

  /* The web. */
  queryFreshMs: 5 * minute,
  requestTimeoutMs: 20 * second,
  /** For the line and headers of a request. */
  requestHeadMs: 20 * second,
  /** A body brings at least so much in each window and is whole in the total; uploads have a window of their own. */
  bodyWindowMs: 20 * second,
  minBodyBytesPerWindow: 16 * 1024,
  bodyTotalMs: 2 * minute,
  /** For what is left of a body after its answer. */
  bodyRestMs: minute,
  bodyCheckMs: 2 * second,
  connectionStallMs: minute,
  keepAliveMs: 10 * second,
  closeGraceMs: 10 * second,
  maxJsonBytes: 1 * megabyte,
  maxQueryParameterLength: 500,
  pageCacheBytes: 64 * megabyte,
  pageCacheFreshMs: minute,
  apiRequestsPerMinute: 600,
  /** Pages for free text, each made for one person: of one address, which may be that of a carrier. */
  freeTextPagesPerMinute: 600,
  freeTextPagesAtOnce: 4,
  freeTextPagesWaiting: 40,
  freeTextPageWaitMs: 5 * second,
  /** Apart from the other pages, so that what somebody makes up does not take their place. */
  freeTextCacheBytes: 8 * megabyte,
  freeTextFreshMs: 30 * second,
  contactMessagesPerHour: 10,
  visitsPerMinute: 60,

  /* What search engines and messengers fetch. Source: sitemaps.org; P12.3. */
  sitemapUrlsPerFile: 50_000,
  sitemapRowsPerRead: 2000,
  sitemapFreshMs: hour,
  feedEntries: 30,
  feedCacheBytes: 4 * megabyte,
  maxShareImageBytes: 120 * 1024,
  shareImageCacheBytes: 200 * megabyte,
  shareImagesWaiting: 30,
  shareImageDrawingMs: 20 * second,
  shareImagesPerMinute: 120,
  examPdfCacheBytes: 1024 * megabyte,
  examPdfsAtOnce: 2,
  examPdfsWaiting: 10,
  examPdfsPerMinute: 30,
  busyRetryMs: 5 * second,

  /* Warnings before a save. Source: S5.4. */
  duplicatesRead: 50,
  duplicatesShown: 3,
  likelyYearsBefore: 10,
  /** A save does not wait longer for its warnings. */
  warningsWaitMs: 4 * second,

  /* Retention. Source: A9.1. */
  visitIpDays: 30,
  auditIpDays: 365,
  /** How long a repeated try to add a record is still known as one. */
  creationKeyDays: 30,
} as const
