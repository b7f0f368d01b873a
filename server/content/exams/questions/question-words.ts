import { fold } from '#contract/arabic/fold.ts'
import { comparedWords, withoutArticle, writtenWords } from '#contract/arabic/words.ts'

/** What a question wants done. Words that are written alike want the same. */
export type Act =
  | 'define'
  | 'why'
  | 'list'
  | 'compute'
  | 'explain'
  | 'compare'
  | 'prove'
  | 'draw'
  | 'choose'
  | 'fill'
  | 'factors'
  | 'parse'
  | 'point'

const factorPhrases = ['ما', 'ما هي', 'ماهي', 'اذكر', 'عدد', 'بين', 'وضح'].flatMap(verb => [
  `${verb} العوامل`,
  ...['تتوقف', 'يتوقف', 'تعتمد', 'يعتمد'].map(depends => `${verb} العوامل التي ${depends} عليها`),
])

const acts: Record<Act, { verb: string; words: readonly string[] }> = {
  define: {
    verb: 'عرّف',
    words: [
      'عرف',
      'عرفي',
      'تعريف',
      'ما المقصود',
      'المقصود',
      'ما هو المقصود',
      'ماذا نعني',
      'ماذا يقصد',
      'ما معني',
    ],
  },
  why: {
    verb: 'علل',
    words: [
      'علل',
      'عللي',
      'تعليل',
      'لماذا',
      'ما سبب',
      'ما السبب',
      'ما تعليل',
      'اعط سببا',
      'فسر',
      'ما تفسير',
      'بين السبب',
      'بين سبب',
    ],
  },
  list: { verb: 'عدّد', words: ['عدد', 'اذكر', 'ذكر', 'سم', 'ما هي', 'ماهي'] },
  compute: {
    verb: 'احسب',
    words: ['احسب', 'جد', 'اوجد', 'ما مقدار', 'كم', 'ما قيمه', 'احسبي', 'اوجدي', 'حل', 'ما احتماليه'],
  },
  explain: { verb: 'وضّح', words: ['وضح', 'اشرح', 'بين', 'ناقش', 'تكلم', 'تحدث', 'صف', 'اشرحي', 'كيف'] },
  compare: {
    verb: 'قارن',
    words: [
      'قارن',
      'ما الفرق',
      'وضح الفرق',
      'بين الفرق',
      'اذكر الفرق',
      'ما هو الفرق',
      'ميز',
      'كيف تميز',
      'كيف تفرق',
      'فرق',
      'ما الاختلاف',
      'وازن',
    ],
  },
  prove: { verb: 'أثبت', words: ['اثبت', 'برهن', 'اشتق', 'تحقق', 'بين ان'] },
  draw: { verb: 'ارسم', words: ['ارسم', 'ارسمي', 'ارسم مع التاشير'] },
  choose: { verb: 'اختر', words: ['اختر', 'اختاري', 'اختر الاجابه', 'انتخب'] },
  fill: { verb: 'أكمل', words: ['اكمل', 'املا', 'املا الفراغات'] },
  factors: {
    verb: 'علام يتوقف',
    words: ['علام يعتمد', 'علام تعتمد', 'علام يتوقف', 'علام تتوقف', ...factorPhrases],
  },
  parse: { verb: 'أعرب', words: ['اعرب', 'اعربي', 'اعراب'] },
  point: { verb: 'استخرج', words: ['استخرج', 'استخرجي', 'دل علي'] },
}

const phrases = Object.entries(acts)
  .flatMap(([act, { words }]) => words.map(words => ({ act: act as Act, words: words.split(' ') })))
  .toSorted((one, other) => other.words.length - one.words.length)

interface FoundAct {
  act: Act
  /** As it is written before what is asked. */
  verb: string
  /** How many words of the text say it. */
  length: number
}

/** What a text wants done, by its first words. */
export function actOf(text: string): FoundAct | undefined {
  return actOfWords(writtenWords(text))
}

function actOfWords(words: readonly string[]): FoundAct | undefined {
  const found = phrases.find(phrase => phrase.words.every((word, index) => words[index] === word))
  return found && { act: found.act, verb: acts[found.act].verb, length: found.words.length }
}

const mostListWords = 14
const listWords =
  /(?:^| )(?:[بم]?ما (?:ي|ت)ل[يه]|[بم]?ما (?:ي|ت)اتي|(?:ال)?(?:اتيه|تاليه|اتي|تالي)|(?:ل?ل?اثنين|ل?ل?اثنتين|ل?ثلاثه?|ل?اربعه?|ل?خمسه?)(?: فقط| من| مم[ان])?|كل من|(?:the )?following|as required|your (?:text ?)?book)(?: |$)/u

/** Whether what stands before items says that each of them is to be answered for itself. */
export function isListStem(stem: string): boolean {
  const words = writtenWords(stem)
  if (words.length === 0 || words.length > mostListWords || /\p{N}/u.test(stem)) return false
  return words.length === actOfWords(words)?.length || listWords.test(words.join(' '))
}

const small = new Set(
  (
    'من في علي عن الي الا ان انه انها اذا ثم او ام و ما ماذا مما هو هي هما هذا هذه ذلك تلك التي الذي التي كل كلا كلتا قد كان كانت يكون تكون ' +
    'مع عند عندما بين لكل كلها اي ايه بعد حيث لها له لهما منها منه فيها فيه عليه عليها به بها وما وهو وهي كما اذ لو ' +
    'اتيه تاليه ياتي تاتي يلي تلي اتي تالي فقط علما بان بالتفصيل مفصلا باختصار بايجاز ايجاز اجب اجيبي اجابه سوال فرع كامل كاملا مدعما بوضوح ' +
    'احسب جد اوجد اذكر عدد اشرح اكتب باستخدام باستعمال بواسطه مستعينا مستخدما اليه اليها تفصيل مفصل واحده واحد الاجابه تام تاما دقيق دقيقا علمي علميا واذكر ذلك لكي كي احد احدي حول وضح بشكل عام خلال طريق طريقه اهم اهمها ابرز ابرزها هل لذلك مثل تمثيل مثلا تحته خط كلمه مفيده انشائك'
  ).split(' '),
)

const negations: Record<string, string> = Object.fromEntries([
  ...'لا لم لن ليس ليست عدم'.split(' ').map(word => [word, 'not']),
  ...'غير دون بدون عدا ماعدا سوي'.split(' ').map(word => [word, word]),
])

const numberWords: Record<string, string> = {
  ثلاث: '3',
  ثلاثه: '3',
  ثلاثا: '3',
  اربع: '4',
  اربعه: '4',
  اربعا: '4',
  خمس: '5',
  خمسه: '5',
  خمسا: '5',
  ست: '6',
  سته: '6',
  ستا: '6',
  سبع: '7',
  سبعه: '7',
  سبعا: '7',
  ثمان: '8',
  ثمانيه: '8',
  تسع: '9',
  تسعه: '9',
  تسعا: '9',
  عشر: '10',
  عشره: '10',
  عشرا: '10',
  اثنين: '2',
  اثنان: '2',
  اثنتين: '2',
  اثنتان: '2',
}

/** What asks one thing more: a question without it is another one. */
const further = new Set(['وما', 'وماهي', 'وماذا', 'اشرح', 'واشرح', 'ولماذا', 'وكيف'])

/** Words for more and for less: what grows in one question and shrinks in another are two. */
const directions: Record<string, string> = Object.fromEntries([
  ...'يزداد تزداد ازدياد زياده ارتفاع يرتفع ترتفع يزيد تزيد رفع'.split(' ').map(word => [word, 'more']),
  ...'يقل تقل انخفاض نقصان ينخفض تنخفض ينقص تنقص خفض تقليل'.split(' ').map(word => [word, 'less']),
])
const directionOf = (word: string) =>
  directions[withoutArticle(word)] ?? directions[withoutArticle(word).replace(/^ب/u, '')]

/** Numbers, formulas and the signs between them, as far as no other word parts them. */
const runs = /[A-Za-z0-9\u0370-\u03ff+\-−±×÷=^√∫*/<>≤≥()[\]{}.,%°⇌→←²³¹⁰-⁹₀-₉\s]+/gu
const figures = /[A-Za-z]*[0-9]+[A-Za-z0-9]*(?:[.,][0-9]+)*/gu
const brackets = /[\s()[\]{}]+/gu
const edges = /^[.,/*]+-?(?=[.\d])|^[.,/\-*]+(?!\d)|[.,/\-*=]+$/gu

/** Shape: in no order, since readers of pages do not agree on the order of what is written from left to right. */
function figuresOf(text: string, isLatin: boolean): string[] {
  const latin = text
    .replace(/[٠-٩۰-۹]/gu, digit => fold(digit))
    .replace(/[−–]/gu, '-')
    .replace(/٫/gu, '.')
    .replace(/µ/gu, 'μ')
  if (isLatin) return Array.from(latin.matchAll(figures), ([figure]) => figure)
  return [...latin.matchAll(runs)]
    .map(([run]) => run.replace(brackets, '').replace(edges, ''))
    .filter(run => /[\p{L}\p{N}]/u.test(run))
}

/** Letters that differ in their dots alone: what is read wrong most often. */
const bodies: Record<string, string> = {
  ب: 'ٮ',
  ت: 'ٮ',
  ث: 'ٮ',
  ن: 'ٮ',
  ي: 'ٮ',
  ج: 'ح',
  خ: 'ح',
  ذ: 'د',
  ز: 'ر',
  ش: 'س',
  ض: 'ص',
  ظ: 'ط',
  غ: 'ع',
  ق: 'ف',
}

/** A word without its ending. */
export interface QuestionWord {
  word: string
  /** The word without the dots of its letters. */
  body: string
  isFeminine: boolean
}

/** What of a question is compared. */
export interface QuestionWords {
  act: Act | undefined
  /** What says something. */
  words: readonly QuestionWord[]
  /** Numbers and formulas as they are written, in their order; negations. What differs here is another question. */
  exact: string
}

/** What of a question is compared: read as all search reads it. */
export function wordsOfQuestion(text: string): QuestionWords {
  const written = writtenWords(text)
  const found = actOfWords(written)
  const isLatin = (text.match(/[A-Za-z]/gu)?.length ?? 0) > (text.match(/\p{Script=Arabic}/gu)?.length ?? 0)
  const rest = written.slice(found?.length ?? 0)
  const exact = [
    ...figuresOf(text, isLatin),
    ...rest.flatMap(word => numberWords[withoutArticle(word)] ?? []),
    ...rest.flatMap(word => negations[word] ?? []),
    ...rest.flatMap(word => directionOf(word) ?? []),
    ...rest.flatMap(word => (further.has(word) ? ['and'] : [])),
  ]
  const words = comparedWords(rest.join(' ')).filter(
    word => isSaid(word) && (isLatin || !/[a-z0-9\u0370-\u03ff]/u.test(word)),
  )
  /* «الدم الشرياني والدم الوريدي», «الدم الشرياني والوريدي». */
  const said = found?.act === 'compare' ? once(words) : words
  return { act: found?.act, words: said.map(asCompared), exact: exact.toSorted().join(' ') }
}

function once(words: readonly string[]): string[] {
  const all = new Set(words)
  return [...all].filter(word => !(word.startsWith('و') && all.has(word.slice(1))))
}

function isSaid(word: string): boolean {
  const isSmall = small.has(word) || (/^[وف]/u.test(word) && small.has(word.slice(1)))
  return (
    word.length > 1 &&
    !isSmall &&
    negations[word] === undefined &&
    numberWords[word] === undefined &&
    directionOf(word) === undefined
  )
}

function asCompared(written: string): QuestionWord {
  const word = bare(written)
  const body = Array.from(word, letter => bodies[letter] ?? letter).join('')
  return { word, body, isFeminine: written === `${word}ه` }
}

const endings = ['تين', 'تان', 'ات', 'ين', 'ان', 'ون', 'ها', 'هم', 'ه', 'ت', 'ا', 'ي']
const leastStem = 3

function bare(word: string): string {
  const ending = endings.find(each => word.endsWith(each) && word.length - each.length >= leastStem)
  const cut = (ending === undefined ? word : word.slice(0, -ending.length)).replace(/(.)\1/gu, '$1')
  return cut.startsWith('و') && cut.length > leastStem + 1 ? cut.slice(1) : cut
}
