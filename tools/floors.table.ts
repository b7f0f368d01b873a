/**
 * The floors of `server/`, from the roof to the ground. A folder imports only from floors below its own: never from
 * one above, and never from its neighbours on the same floor. A place holds everything below it that no longer
 * name on this list claims; `*` stands for each folder that is not named, as a place of its own.
 */
export const serverFloors: readonly { places: readonly string[]; holds: string }[] = [
  { places: ['server/main.ts'], holds: 'the start: built, or file by file' },
  { places: ['server/begin.ts'], holds: 'one process that serves, or the keeper of several' },
  { places: ['server/serve.ts', 'server/keep-workers.ts'], holds: 'one process that serves, or several' },
  { places: ['server'], holds: 'the whole HTTP surface, and what puts the services together' },
  {
    places: [
      'server/site/calendar',
      'server/site/exam-pdf',
      'server/site/feeds',
      'server/site/icons',
      'server/site/season-pack',
      'server/site/share',
      'server/site/sitemap',
      'server/site/worker',
    ],
    holds: 'what other programs fetch of the site',
  },
  { places: ['server/site/made-files'], holds: 'files made once and kept' },
  { places: ['server/site'], holds: 'pages and assets: the floor that knows web' },
  { places: ['server/content/*'], holds: 'one folder for each kind of record' },
  { places: ['server/staff/retention'], holds: 'forgets what was promised not to keep' },
  { places: ['server/content/record'], holds: 'what every record does alike' },
  {
    places: [
      'server/staff/contact',
      'server/staff/drafts',
      'server/staff/jobs',
      'server/staff/overview',
      'server/staff/settings',
      'server/staff/system',
      'server/staff/visits',
    ],
    holds: 'what the dashboard shows beside records',
  },
  { places: ['server/staff/accounts'], holds: 'who may sign in' },
  { places: ['server/staff/audit'], holds: 'who changed what' },
  { places: ['server/alerts'], holds: 'tells operators what is not well' },
  { places: ['server/backup'], holds: 'the whole product, kept elsewhere' },
  { places: ['server/health'], holds: 'whether the product is well' },
  { places: ['server/staff/session'], holds: 'who asks' },
  { places: ['server/inside'], holds: 'finds words on pages' },
  {
    places: ['server/archives', 'server/files', 'server/mirrors', 'server/pictures', 'server/search'],
    holds: 'trades that know no record',
  },
  { places: ['server/reading'], holds: 'what stands on the pages of a PDF' },
  { places: ['server/jobs'], holds: 'durable background work' },
  { places: ['server/base/http'], holds: 'how we speak HTTP' },
  { places: ['server/base'], holds: 'pages of a list, announcements of changes' },
  { places: ['server/base/db'], holds: 'the database, both engines' },
  { places: ['server/config.ts'], holds: 'the only reader of the environment' },
]

/** The floors of `web/`, read in the same way. */
export const webFloors: typeof serverFloors = [
  { places: ['web/dashboard', 'web/site', 'web/worker'], holds: 'the two applications, and the worker' },
  { places: ['web/islands'], holds: 'how a page becomes interactive' },
  { places: ['web/shelf'], holds: 'what a student keeps on the device' },
  { places: ['web/school'], holds: 'parts that know our codes' },
  { places: ['web/ui'], holds: 'parts that know no subject' },
  { places: ['web/styles', 'web/api-client.ts'], holds: 'looks, and the calls of the dashboard' },
  { places: ['web/ask.ts'], holds: 'the only fetch in the browser' },
]
