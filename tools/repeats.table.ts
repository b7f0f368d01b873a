/**
 * Why these files may repeat lines of each other. Any other pair says its thing once: `npm run measure` lists them, and
 * a test asks that each has a reason here.
 */
export const repeatReasons: { between: RegExp; reason: string }[] = [
  {
    between: /^contract\/resources\/\w+\.ts ~ contract\/resources\/\w+\.ts$/,
    reason: 'each kind lists its own fields, so that one can change alone',
  },
  {
    between:
      /^server\/content\/(\w+)\/\1\.(?:presenter|repository)\.ts ~ server\/content\/(\w+)\/\2\.(?:presenter|search)\.ts$/,
    reason: 'what leaves the server is built by listing its fields',
  },
  {
    between: /^server\/content\/(\w+)\/\1\.repository\.ts ~ server\/content\/(\w+)\/\2\.repository\.ts$/,
    reason: 'each kind has its own latest ones',
  },
  {
    between: /^server\/content\/(\w+)\/\1\.table\.ts ~ server\/content\/(\w+)\/\2\.table\.ts$/,
    reason: 'each kind lists its own columns, so that one can change alone',
  },
  {
    between: /^server\/content\/books\/books\.warnings\.ts ~ server\/content\/notes\/notes\.warnings\.ts$/,
    reason: 'which facts of a kind are compared with the names of its files is said by the kind',
  },
  {
    between: /^web\/site\/\w+\/[\w-]+\.page\.tsx ~ web\/site\/(?:\w+\/[\w-]+\.page|lists\/school-list)\.tsx$/,
    reason: 'a page is the order of its parts, with sentences of its own; the parts are shared',
  },
  {
    between: /^web\/dashboard\/books\/books-screen\.tsx ~ web\/dashboard\/notes\/notes-screen\.tsx$/,
    reason: 'which filters a list has, and in which order, is said by its screen',
  },
  {
    between: /^web\/dashboard\/fields\/document-field\.tsx ~ web\/dashboard\/fields\/image-field\.tsx$/,
    reason: 'two fields with a frame of the same names and another inside',
  },
  {
    between: /^web\/dashboard\/users\/add-user-dialog\.tsx ~ web\/dashboard\/users\/edit-user-dialog\.tsx$/,
    reason: 'the closing tags of two dialogs with different questions',
  },
  {
    between:
      /^server\/content\/results\/(\w+)\/\1\.repository\.ts ~ server\/content\/results\/(\w+)\/\2\.repository\.ts$/,
    reason: 'each counts something of its own in the same results',
  },
  {
    between: /^server\/site\/contact-page\.ts ~ server\/site\/search-form\.ts$/,
    reason: 'two forms without scripts come in alike, and each is answered in its own way',
  },
  {
    between: /^web\/styles\/(?:content|finding)\.css ~ web\/styles\/schools\.css$/,
    reason: 'two tiles of one size, each with the colours of its own thing',
  },
  {
    between: /^web\/site\/lists\/school-list\.tsx ~ web\/site\/search\/search\.page\.tsx$/,
    reason: 'a page is the order of its parts, with sentences of its own; the parts are shared',
  },
  {
    between: /^web\/dashboard\/styles\/ingest\.css ~ web\/dashboard\/styles\/release\.css$/,
    reason: 'two rooms where files are dropped: their looks agree, and either may change alone',
  },
  {
    between:
      /^web\/dashboard\/standard\/(?:batch-bar|record-table|table)\.tsx ~ web\/dashboard\/trash\/trash-screen\.tsx$/,
    reason: 'rows of what was deleted have no page, no keys and other acts than those of records',
  },
  {
    between: /^web\/dashboard\/standard\/record-table\.tsx ~ web\/dashboard\/standard\/table\.tsx$/,
    reason: 'a table of records and one of other things: their rows have other cells and other looks',
  },
  {
    between: /^web\/dashboard\/standard\/batch-dialogs\.tsx ~ web\/dashboard\/standard\/delete-record\.tsx$/,
    reason: 'one question has a failure of its own, the other leaves it to what is said of all records',
  },
  {
    between:
      /^web\/dashboard\/styles\/batch\.css ~ (?:web\/dashboard\/styles\/records|web\/styles\/list-rows)\.css$/,
    reason: 'looks of different things that happen to agree',
  },
  {
    between:
      /^server\/base\/db\/migrations\/\d{4}-[\w-]+\.ts ~ server\/base\/db\/migrations\/\d{4}-[\w-]+\.ts$/,
    reason: 'a migration says by itself what was done to a database, whatever another one did or will do',
  },
  {
    between: /^web\/dashboard\/styles\/folded-filters\.css ~ web\/styles\/lists\.css$/,
    reason: 'the desk and the site have sheets of their own; a filter that is on looks alike in both',
  },
]

/** The reason of a pair, or undefined where there is none. */
export function reasonOf(pair: string): string | undefined {
  return repeatReasons.find(({ between }) => between.test(pair))?.reason
}
