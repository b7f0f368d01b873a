/**
 * Every number by which records are ranked: what a part of a query weighs, how near a record comes that grants it in
 * part, and how much of a query must make sense or be answered. Each says why it is there and, in brackets, the class
 * of judged queries that it moves most. `weights.test.ts` and `same-title.test.ts` fail for each of them when it is set to zero.
 *
 * How surely a word is read (slips, completions) is no rank and stands where it is read.
 */
export const weights = {
  /** What a part of the query weighs beside the others. */
  part: {
    /** Another subject is no answer. [structured] */
    subject: 3,
    /** Another grade is no answer. [structured] */
    grade: 3,
    /** Who asks for a book is helped a little by a handout. [kind_words] */
    type: 2,
    /** As a kind: a summary is asked for, another handout helps. [topic_words] */
    topic: 2,
    /** Most records leave it unsaid. [free_word] */
    branch: 1.2,
    /** News of another governorate is of little use. [results] */
    place: 2,
    /** Last year's exam is still an exam. [school_year] */
    year: 1.6,
    /** As a year. [round] */
    round: 1.5,
    /** The kind that the best records share, where they are few. [near_list] */
    sameKind: 1,
    /** A digit beside a subject may count something else. [plain_numbers] */
    bareDigit: 1.2,
  },
  /** What free words weigh by their length: short ones tell less. */
  word: {
    /** [noise] */
    upToTwoLetters: 0.5,
    /** [near_list] */
    threeLetters: 1.1,
    /** [topic_words] */
    longer: 1.5,
    /** What names begin and end with (`عبد`, `دين`) is dropped and added freely. [teacher_spelling] */
    joinedToName: 0.4,
    /** The share of it that a word counts which nobody knows: more often a slip or talk than the point. [two_slips] */
    unknown: 0.4,
    /** A keyword is chosen by staff with less care than a title. [near_list] */
    inKeywords: 0.95,
    /** A text mentions much that the record is not about. [near_list] */
    inBody: 0.6,
    /** Enough to put first what says so, too little to outdo a fact. [kind_words] */
    manner: 0.35,
  },
  /** How the database orders what matches words, before titles are compared. */
  text: {
    /** The weight of the words beside the facts. [topic_words] */
    rank: 8,
    /** Title and teacher. [near_list] */
    title: 1,
    /** [near_list] */
    keywords: 0.8,
    /** [near_list] */
    body: 0.3,
  },
  /** What a title adds that is like what was typed. */
  title: {
    /** Among equals the plainest title comes first. [exact_title] */
    likeness: 0.08,
    /** The title itself was typed. [exact_title] */
    same: 0.3,
    /** From here on a title is the same; a word or a letter may differ. [exact_title] */
    sameFrom: 0.88,
  },
  /** What a record scores for its kind where the query names none: material stands before reports about it. */
  kind: {
    /** [near_list] */
    material: 0.3,
    /** [near_list] */
    report: 0.15,
  },
  /** How far a record grants a wish that it does not grant whole. */
  partly: {
    /** A record without a branch is for all of them. [free_word] */
    unstatedBranch: 0.9,
    /** The scientific branch, where one of its halves was asked for. [results] */
    unstatedTrack: 0.92,
    /** The other half of the scientific branch shares most of it. [free_word] */
    otherTrack: 0.8,
    /** An exam of a school year is of its second half; what began in its first half is near. [school_year] */
    earlierHalfOfSchoolYear: 0.4,
    /** News of the category that the topic is near. [topic_words] */
    nearCategory: 0.4,
    /** Whoever names a round wants what has rounds. [round] */
    otherRound: 0.15,
    /** A handout about something else is a handout still. [kind_words] */
    otherTopic: 0.25,
    /** A handout of past papers, where exams were asked for. [arabic_parts] */
    pastPapersForExams: 0.7,
    /** Exams, where a handout of past papers was asked for. [kind_words] */
    examsForPastPapers: 0.6,
    /** A book of Arabic may hold the part that was asked for. [arabic_parts] */
    unstatedPart: 0.75,
    /** What is about another part of Arabic is next best. [arabic_parts] */
    otherPart: 0.5,
    /** Who asks for the book is helped less by the teacher's or the exercises. [free_word] */
    bookBesideTheBook: 0.9,
    /** Half of how near kinds come to each other counts for their topics. [kind_words] */
    topicOfNearKind: 0.5,
    /** From here on a wish counts as granted. [structured] */
    grantedFrom: 0.5,
  },
  /** How near a record of another kind comes to the one asked for; what is not listed is no answer. */
  nearKind: {
    /** [kind_words] */
    'book>malazima': 0.15,
    /** [kind_words] */
    'malazima>book': 0.1,
    /** [kind_words] */
    'malazima>ministerial-exam': 0.1,
    /** [round] */
    'ministerial-exam>malazima': 0.15,
    /** [round] */
    'ministerial-exam>book': 0.1,
  },
  /** The share of a query that a record must answer to be shown. */
  coverage: {
    /** [halftyped] */
    words: 0.58,
    /** Half of a teacher's name finds the person. [teacher_half] */
    name: 0.42,
    /** The facts must weigh this much, or what they find alone has little to do with the query. [free_word] */
    facts: 0.45,
    /** A record that answers this much shows what the query is about. [near_list] */
    example: 0.8,
  },
  /** The share of a query that must make sense, or it is answered with nothing. [noise] */
  sense: {
    /** A subject or a grade is named. */
    required: 0.45,
    /** Only a kind, topic or place: with one unknown word it is an answer, with two it is another world. */
    soft: 0.42,
    /** The same where each is a repair, beside a word that nobody knows. */
    softGuess: 0.6,
    /** Nothing but words. */
    words: 0.7,
    /** Nothing but words, one of them surely a teacher's name. */
    name: 0.42,
    /** Nothing but words that records may hold, one of them likely a teacher's name. */
    likelyName: 0.6,
    /** What a word of another world takes away. */
    foreignWord: 4.5,
    /** What a word counts that stands in most texts. */
    boilerplate: 0.3,
    /** What a part counts that is only guessed at. */
    guess: 0.3,
  },
  /** How surely something must be read to be taken for it. */
  surely: {
    /** Typed as it is written. [noise] */
    exact: 0.97,
    /** Meant, a common slip forgiven. [keyboard] */
    meant: 0.8,
    /** Below this a repair does not stand before what the facts find. [free_word] */
    repaired: 0.75,
  },
}
