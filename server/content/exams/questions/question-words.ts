import { fold } from '#contract/arabic/fold.ts'
import { comparedForms, withoutArticle } from '#contract/arabic/words.ts'
import { isCommand, wordsIn } from './exam-commands.ts'
import type { Written } from './exam-commands.ts'
import { saidAt } from './exam-language.ts'
import type { Act, Aspect, Said } from './exam-language.ts'
import { readingByName } from './named-in-brackets.ts'
import { numberAt } from './number-words.ts'
import { figuresOf, inLatinUnits, isInLatin, withoutUnit } from './question-figures.ts'
import { asCompared, once, tracesOf } from './question-word.ts'
import type { QuestionWord, QuestionWords } from './question-word.ts'
import { isKind } from './same-meaning.ts'
import { directionOf, isNoun, isSmallWord, negations, partOfThem, shareOf, timeOf } from './small-words.ts'
import { isSubjectName } from './subject-names.ts'

const verbMarks = new Set('لماذا متي كيف اين التي الذي ان عندما حين اذا لا لم لن هل قد ماذا بعدما'.split(' '))
const beforeVerbs = new Set<Aspect | undefined>(['cause', 'how', 'when', 'where'])
const relatives = new Set(['التي', 'الذي', 'الذين', 'اللذان', 'اللتان'])
const directionWords = new Set(['الي', 'في', 'علي'])
const opening = new Set('ما من ماذا هل كم اي what which who'.split(' '))
const plainly = new Set(['ما', 'فما', 'وما'])
/** So many numbers are those of a problem. */
const leastGiven = 2
const furtherWords = new Set('وما وماذا ومن وكيف ولماذا ومتي واين وكم وماهي وماهو واي'.split(' '))
/** Wanted besides, they ask something more. */
const moreActs = new Set<Act>(['explain', 'define', 'draw', 'compare', 'prove', 'parse'])
/** Wanted besides, they only ask something more with what they are wanted of. */
const openActs = new Set<Act>(['list', 'state'])
const isName = /^[a-z]{2,}$/u
const someOfThem = /^(?:واحده?|احد|احدي|احداها|احدها|اثنين|بعض|بعضها)$/u
const blank = /\.{4,}|…{2,}|_{3,}|(?:\.{3}|…)\s*\.?\s*$/u
const signWords: ReadonlyMap<string, string> = new Map([
  ['علي', '/'],
  ['في', '*'],
])
/** Small words that are asked themselves where nothing follows: «شروط عمل كان», «make a question with who». */
const askedLast = /^و?(?:ان|كان|اذا|لو|هل|الا|حيث|كي|لكي|ما|من|اي|what|who|which|whom)$/u
/** Questions of grammar, and small words that these ask. */
const grammar = new Set('اعرب اعربي اعراب جمله جمل'.split(' '))
const particles = /^[وف]?(?:ان|كان|كانت|لو|اذا|هل|الا)$/u
const owners = /(?:ها?|هما?)$/u
const unknowns = /^[سصع]$/u
const ones = new Set(['واحد', 'واحده'])
const latin = /[a-z0-9\u0370-\u03ff]/u

/** So short a word without article may be a verb: «كثر», «كثرة». */
const lettersOfAVerb = 3

/** What of a question is compared: read as all search reads it. */
export function wordsOfQuestion(text: string): QuestionWords {
  const words = new Reader(text).read()
  const named = readingByName(text, words.act)
  return named === undefined ? words : { ...words, named: new Reader(named).read() }
}

class Reader {
  readonly #all: readonly Written[]
  readonly #written: readonly string[]
  readonly #isLatin: boolean
  readonly #isOpen: boolean
  readonly #isOfGrammar: boolean
  /** Words that are written with «ة». */
  readonly #tied: ReadonlySet<string>
  readonly #isBlank: boolean
  readonly #exact: string[]
  /** More and less, in their order: what is said of one thing is not said of another. */
  readonly #directions: string[] = []
  readonly #isBesideFigures: boolean
  readonly #names: ReadonlySet<string>
  readonly #aspects: Aspect[] = []
  readonly #words: QuestionWord[] = []
  readonly #counts: string[] = []
  readonly #numbers: { number: string; word: string | undefined }[] = []
  readonly #times = new Set<string>()
  readonly #unknowns = new Set<string>()
  /** What is asked of things, in words that are the things themselves where there are no others: «عدد أنواع الدوافع». */
  readonly #heard: string[] = []
  #act: Act | undefined
  #isItself = false
  #hasMore = false
  /** Something is to be said besides, and not yet of what. */
  #isMoreOpen = false
  #isBeforeVerb = false
  #isAfterHow = false
  #isSeeking = false
  #sought: QuestionWord | undefined
  #told: number | undefined
  /** How many words stand before «ما» that asks for no aspect. */
  #openAt: number | undefined
  #isRelative = false
  #isHead = false
  #isOwned = false
  #isJoined = false
  #isBehindWord = false
  #isAfterAct = false
  #direction: string | undefined

  constructor(text: string) {
    const plain = inLatinUnits(text)
    this.#isLatin = isInLatin(text)
    this.#tied = new Set(Array.from(text.matchAll(/[\p{L}\p{M}]+ة/gu), ([word]) => fold(word)))
    const figures = figuresOf(plain, this.#isLatin)
    this.#names = new Set(figures.filter(each => isName.test(each)))
    this.#exact = figures.filter(each => !isName.test(each))
    this.#isBesideFigures = figures.length > 0
    this.#all = wordsIn(plain)
    this.#written = this.#all.map(({ word }) => word)
    this.#isOpen = opening.has(this.#written[0] ?? '')
    this.#isOfGrammar = this.#written.some(word => grammar.has(withoutArticle(word)))
    this.#isBlank = blank.test(text)
  }

  read(): QuestionWords {
    if (this.#isBlank) this.#act = 'fill'
    else if (this.#written[0] === 'من' && this.#written[1] !== 'خلال') this.#aspects.push('who')
    for (let at = 0; at < this.#all.length;) at += this.#take(at)
    const isBare = this.#words.length === 0
    if (isBare) for (const form of this.#heard) this.#put(form)
    if (this.#isBesideFigures || this.#act === 'compute') this.#exact.push(...this.#unknowns)
    const given = this.#exact.filter(each => /[0-9]/u.test(each)).length
    this.#seekOpenly(given)
    const isItself = this.#isItself || this.#act === 'define'
    return {
      act: this.#act,
      aspects: this.#aspects,
      words: given === 0 ? once(this.#words) : this.#words,
      sought: this.#sought,
      behind: this.#told === undefined ? [] : this.#words.slice(this.#told),
      given,
      figures: this.#exact.map(withoutUnit).toSorted().join(' '),
      traces: tracesOf(this.#words),
      exact: [...this.#exact.toSorted(), ...this.#directions].join(' '),
      isBare,
      names: [...this.#names].toSorted().join(' '),
      numbers: this.#numbers,
      times: this.#times,
      named: undefined,
      isItself,
      hasMore: this.#hasMore || (isItself && this.#aspects.length > 0),
      count: this.#counts.length > 0 ? this.#counts.join(' ') : undefined,
    }
  }

  /** «قطرها 7 وارتفاعها 10 ، فما حجمها» seeks what stands behind «ما». */
  #seekOpenly(given: number): void {
    if (this.#act || this.#aspects.length > 0 || given < leastGiven || this.#openAt === undefined) return
    this.#act = 'compute'
    this.#sought = this.#words.slice(this.#openAt).find(({ isKind }) => !isKind)
    if (this.#openAt > 0) this.#told = this.#openAt
  }

  /** Takes what begins with a word. Shape: how many words that are. */
  #take(at: number): number {
    const { word = '', isFirst = false, isLast = false } = this.#all[at] ?? {}
    if (isFirst) this.#direction = undefined
    if (at > 0 && (furtherWords.has(word) || (isFirst && opening.has(word)))) this.#hasMore = true
    const said = saidAt(this.#written, at)
    if (plainly.has(word) && !said) this.#openAt = this.#words.length
    const isDefined =
      this.#act === 'define' && this.#words.length === 0 && said?.aspect !== undefined && said.length === 1
    const isAskedLast = this.#isLatin && isLast && at > 0 && askedLast.test(word)
    if (said && !isDefined && !isAskedLast && isCommand(said, this.#all, at)) {
      if (said.aspect && said.length === 1 && !this.#aspects.includes(said.aspect))
        if (said.aspect !== 'example') this.#heard.push(...comparedForms(word))
      this.#hear(said, at)
      this.#isBehindWord = false
      return said.length
    }
    const subject = this.#act === 'define' && this.#words.length > 0 && isSubjectName(this.#written, at)
    if (subject) return this.#written.length - at
    const number = numberAt(this.#written, at)
    if (number !== undefined) this.#count(number.value, at, number.length)
    else if (!this.#isSign(word, at)) this.#say(word, at, isLast)
    return number?.length ?? 1
  }

  #hear({ act, aspect }: Said, at: number): void {
    const isMore = act !== undefined && at > 0 && this.#words.length > 0
    const isOpenAct =
      act !== undefined && (openActs.has(act) || (act === 'explain' && !this.#isFurther(act, at)))
    if ((aspect && this.#isMoreOpen) || (isMore && !isOpenAct)) this.#hasMore = true
    this.#isMoreOpen = isMore && isOpenAct
    if (aspect && !(aspect === 'how' && this.#aspects.length > 0)) this.#ask(aspect)
    const isMain = at === 0 || (!this.#isOpen && this.#aspects.length === 0)
    if (act && this.#act === undefined && isMain) this.#act = act
    else if (act && this.#act !== act && this.#isFurther(act, at)) this.#ask(act)
    this.#isBeforeVerb = beforeVerbs.has(aspect) && verbMarks.has(this.#written[at] ?? '')
    this.#isAfterHow = aspect === 'how'
    this.#isAfterAct = act !== undefined
    this.#isSeeking = act === 'compute' && !this.#sought
    if (this.#isSeeking && this.#words.length > 0) this.#told ??= this.#words.length
  }

  /** «واشرح واحدة منها» asks more, «اشرحها» only how much is told. */
  #isFurther(act: Act, at: number): boolean {
    if (act !== 'explain') return moreActs.has(act)
    const next = this.#written.slice(at + 1, at + 3)
    return next.some((word, index) => numberAt(next, index) !== undefined || someOfThem.test(word))
  }

  #ask(aspect: Aspect): void {
    if (!this.#aspects.includes(aspect)) this.#aspects.push(aspect)
  }

  #count(number: string, at: number, length: number): void {
    const isCount =
      (this.#isAfterAct && this.#act !== 'compute') ||
      partOfThem.has(this.#written[at + length] ?? '') ||
      saidAt(this.#written, at + length)?.aspect !== undefined
    if (isCount) this.#counts.push(number)
    else this.#give(number)
  }

  #give(number: string): void {
    this.#exact.push(number)
    this.#place(number)
  }

  #place(number: string): void {
    this.#numbers.push({ number, word: this.#words.at(-1)?.word })
  }

  /** «10 على 2», «10 في 2». */
  #isSign(word: string, at: number): boolean {
    const sign = signWords.get(word)
    const isBetween = [at - 1, at + 1].every(place => /^[0-9]+$/u.test(this.#written[place] ?? ''))
    if (sign === undefined || !isBetween) return false
    this.#exact.push(sign)
    return true
  }

  #say(word: string, at: number, isLast: boolean): void {
    if (/^[0-9]+$/u.test(word)) this.#place(word)
    if (unknowns.test(word)) this.#unknowns.add(word)
    if (ones.has(word) && this.#isBehindWord) this.#mark()
    const time = timeOf(word)
    if (time !== undefined) this.#times.add(time)
    this.#isHead = this.#isNounAt(at)
    this.#isJoined = /^و(?:ال|لل)/u.test(word)
    this.#isOwned = owners.test(word) && withoutArticle(word) === word && !this.#tied.has(word)
    const said = this.#words.length
    const negation = negations.get(word)
    const sign = negation ?? shareOf(word)
    const direction = directionOf(word)
    if (sign !== undefined) this.#exact.push(sign)
    else if (direction !== undefined) this.#directions.push(direction)
    else
      for (const form of comparedForms(word)) {
        const isVerb = this.#isAfterHow && form === 'تكون'
        const isAsked =
          isVerb || isNoun(word) || !isSmallWord(form) || (this.#isOfGrammar && particles.test(form))
        if (isAsked || (isLast && askedLast.test(form))) this.#put(isAsked ? form : form.replace(/^و/u, ''))
      }
    this.#isBehindWord = this.#words.length > said
    if (directionWords.has(word)) this.#direction = word
    this.#isRelative = relatives.has(word)
    this.#isAfterHow = false
    this.#isBeforeVerb = verbMarks.has(word) || (this.#isBeforeVerb && negation !== undefined)
  }

  /** Whether a word with an article stands behind none that has one, or one without it begins what is said. */
  #isNounAt(at: number): boolean {
    const [word = '', before = ''] = [this.#written[at], this.#written[at - 1]]
    if (withoutArticle(word) !== word) return withoutArticle(before) === before
    if (this.#isBehindWord) return false
    return word.endsWith('ه') ? this.#tied.has(word) : word.length > lettersOfAVerb && !word.endsWith('ي')
  }

  /** There is one of the last word. */
  #mark(): void {
    const last = this.#words.pop()
    if (last) this.#words.push({ ...last, isOne: true })
  }

  #put(form: string): void {
    if (form.length < 2 || (!this.#isLatin && latin.test(form)) || (this.#isLatin && /^[0-9]/u.test(form)))
      return
    if (this.#words.length === 0 && this.#isOpen && this.#aspects.length === 0 && !this.#act)
      this.#isItself = true
    if (this.#isMoreOpen) this.#hasMore = true
    const compared = {
      ...asCompared(form, this.#isBeforeVerb, this.#isRelative, this.#direction, this.#isOwned),
      isKind: isKind(form, this.#isBesideFigures),
      isHead: this.#isHead && !this.#isBeforeVerb,
      isJoined: this.#isJoined,
    }
    this.#words.push(compared)
    if (!compared.isKind) this.#isAfterAct = false
    if (this.#isSeeking && !compared.isKind) {
      this.#sought = compared
      this.#isSeeking = false
    }
    if (!compared.isKind && !compared.isLight) this.#direction = undefined
  }
}
