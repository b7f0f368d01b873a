import { expect, it } from 'vitest'
import { comparedWords } from '#contract/arabic/words.ts'
import { figures, measurePapers } from '#test/questions/measure-papers.ts'
import { questionComparer } from './compare-questions.ts'
import { cutQuestions } from './cut-questions.ts'
import { groupQuestions } from './group-questions.ts'
import { wordsOfQuestion } from './question-words.ts'
import { questionsHolding } from './questions-holding.ts'
import { isSameQuestion } from './same-question.ts'

const typed = (...pages: (string | undefined)[]) =>
  cutQuestions(pages.map(text => (text === undefined ? undefined : { source: 'layer', text })))
const labelsOf = (...pages: (string | undefined)[]) => typed(...pages).map(({ label }) => label)
const labelsRead = (text: string) => cutQuestions([{ source: 'picture', text }]).map(({ label }) => label)
const first = 'ما المقصود بالحث الذاتي'
const second = 'عدد فوائد الغابات للبيئة'

it.each(['seen', 'unseen', 'blind', 'fresh'] as const)('cuts and joins the %s papers as people do', half => {
  const { papers, questions, cut, joined } = measurePapers(half, 'typed')
  expect(papers).toBeGreaterThanOrEqual(6)
  expect(questions).toBeGreaterThanOrEqual(79)
  for (const share of [cut, joined]) {
    expect(figures(share).precision).toBeGreaterThanOrEqual(0.95)
    expect(figures(share).recall).toBeGreaterThanOrEqual(0.9)
  }
})

it.each([
  ['stranger', 0.95, 0.74],
  ['retold', 0.97, 0.61],
] as const)(
  'joins nothing of the %s papers wrongly, and most of what is worded anew there',
  (half, cuts, joins) => {
    const { questions, cut, joined } = measurePapers(half, 'typed')
    expect(questions).toBeGreaterThanOrEqual(280)
    expect(figures(cut).recall).toBeGreaterThanOrEqual(cuts)
    expect(figures(joined).precision).toBeGreaterThanOrEqual(0.98)
    expect(figures(joined).recall).toBeGreaterThanOrEqual(joins)
  },
)

it.each([
  ['seen', { cut: { precision: 0.92, recall: 0.77 }, joined: { precision: 0.92, recall: 0.38 } }],
  ['unseen', { cut: { precision: 0.85, recall: 0.7 }, joined: { precision: 0.95, recall: 0.5 } }],
] as const)(
  'cuts and joins what was read from pictures of the %s papers',
  (half, least) => {
    const measured = measurePapers(half, 'read')
    for (const part of ['cut', 'joined'] as const)
      for (const figure of ['precision', 'recall'] as const)
        expect(figures(measured[part])[figure], `${part} ${figure}`).toBeGreaterThanOrEqual(
          least[part][figure],
        )
  },
  60_000,
)

it.each([
  ['signs instead of numbers', ['سا', 'س”', 'س*', 'سء', 'س»', 'س1']],
  ['no marks at all between two', ['س١', '', '', 'سء']],
  ['nothing but the letter, until a number agrees', ['س١', 'س', 'س/', 'س٤']],
])('counts questions of which a picture gives %s', (_, marks) => {
  const text = marks.map(mark => `${mark} أ- ${first}\nب ${second}`).join('\n')
  expect(labelsRead(text)).toEqual(marks.flatMap((_mark, index) => [`${index + 1} أ`, `${index + 1} ب`]))
})

it('takes items for questions of their own in papers of English, and what is meant of several', () => {
  const items = '1- What do emissions cause ? 2- Where did Fatima study ?'
  for (const stem of ['Answer two of the following :', 'Do as required :', 'Answer from your textbook :'])
    expect(labelsOf(`Q1 : A) ${stem} ${items}`), stem).toEqual(['1 أ 1', '1 أ 2'])
  expect(labelsOf('س١/ أ) ما المقصود بما يأتي : ١) النواة ٢) الغشاء')).toEqual(['1 أ 1', '1 أ 2'])
})

it.each([
  ['علل: تلقيب السياب برائد الشعر الحر', 'لماذا لقب السياب برائد الشعر الحر ؟', true],
  ['علل حاجة الحاسوب إلى وحدة تجهيز القدرة', 'لماذا يحتاج الحاسوب الى وحدة تجهيز القدرة', true],
  ['علل تحتاج النباتات إلى ضوء الشمس', 'لماذا حاجة النباتات إلى ضوء الشمس', true],
  ['علل يسمى القلب مضخة الدم', 'علل تسمية القلب بمضخة الدم', true],
  ['علل أهمية النوم للأطفال', 'علل أهمية النمو للأطفال', false],
  ['علل ينام الأطفال', 'علل نمو الأطفال', false],
  ['علل هبوب الرياح', 'علل هبوب الروح', false],
  ['علل حاجة الإنسان إلى النار', 'علل حاجة الإنسان إلى النور', false],
  ['علل قتل عثمان', 'علل قول عثمان', false],
  ['لماذا يقتل عثمان', 'علل قول عثمان', false],
  ['علل تغير لون المحلول', 'علل تغير لين المحلول', false],
  ['قارن بين الاستهلاك والادخار', 'وضح الفرق بين الادخار والاستهلاك', true],
  ['ما أهم أسباب البطالة في العراق ؟', 'ما أسباب البطالة في العراق', true],
  ['ما العوامل المحددة للعرض ؟ اشرح ثلاثة منها', 'عدد العوامل التي تحدد العرض واشرح ثلاثاً منها', true],
  ['عدد وظائف النقود', 'عدد وظائف النقود واشرح واحدة منها', false],
  ['قارن بين الدم الشرياني والوريدي', 'ما الفرق بين الدم الشرياني والدم الوريدي', true],
  ['تزوج رجل مصاب من امرأة سليمة ما صفات الأبناء', 'تزوج رجل سليم من امرأة مصابة ما صفات الأبناء', false],
  ['ما وظائف النقود ؟', 'أكمل: من وظائف النقود ...... و......', false],
  ['ما المقصود بالتنمية المستدامة ؟ وما أهدافها ؟', 'ما أهداف التنمية المستدامة ؟', false],
])('says of «%s» and «%s» whether they ask the same', (one, other, isSame) => {
  expect(isSameQuestion(wordsOfQuestion(one), wordsOfQuestion(other))).toBe(isSame)
})

it('believes no count that the next number gives the lie', () => {
  const text = (next: string) => `س١/ أ- ${first}\nب- ${first}\nأ- ${second}\n${next}/ ${second}`
  expect(labelsOf(text('س٢'))).toEqual(['1 أ', '2'])
  expect(labelsOf(text('س٣'))).toEqual(['1 أ', '1 ب', '2 أ', '3'])
  expect(labelsOf(`س١/ أ- ${first}\nب- ${first}\nأ- ${second}`)).toEqual(['1 أ'])
})

it.each([
  ['a question whose mark was not read', `س١/ ${first}\nس٣/ ${second}`, ['3']],
  ['a branch whose mark was not read', `س١/ أ- ${first}\nج- ${second}`, ['1 ج']],
  ['a formula that begins with the letter', `س١/ ${first}\nس = ص\nس٢/ ${second}`, ['1', '2']],
  ['questions that begin again', `س١/ ${first}\nس٢/ ${second}\nس١/ ${first}\nس٣/ ${second}`, ['1', '3']],
  ['far numbers', `س١/ ${first}\nس٩/ ${second}`, []],
  ['a number read as nought', `س0/ ${first}`, []],
  ['text without marks', `${first}\n${second}`, []],
])('leaves out what may be two: %s', (_, text, labels) => {
  expect(labelsOf(text)).toEqual(labels)
})

it('believes other numbers than those that stand there only where a picture was read', () => {
  const twice = `س١/ ${first}\nس١/ ${second}`
  const far = `س١/ ${first}\nس٢/ ${second}\nس٨/ ${first}`
  expect([labelsOf(twice), labelsOf(far)]).toEqual([[], ['1']])
  expect([labelsRead(twice), labelsRead(far)]).toEqual([
    ['1', '2'],
    ['1', '2', '3'],
  ])
})

it.each([
  ['typed', labelsOf],
  ['read', labelsRead],
])('believes no sixteenth question, %s', (_, cut) => {
  const text = Array.from({ length: 17 }, (_line, index) => `س${index + 1}/ ${first}`).join('\n')
  expect(cut(text)).toEqual(Array.from({ length: 14 }, (_question, index) => String(index + 1)))
})

it('leaves out what runs into a page that was not read, and goes on with the next question', () => {
  expect(labelsOf(`س١/ ${first}\nس٢/ أ- ${second}`, undefined, `ب- ${first}\nس٤/ ${second}`)).toEqual([
    '1',
    '4',
  ])
})

it('takes notes, marks and heads of pages for no part of a question', () => {
  const [question, more] = typed(
    `جمهورية العراق\nملاحظة: الإجابة عن خمسة أسئلة\nس١/ ${first} (١٠ درجات)`,
    `الصفحة الثانية\nعند فتح المفتاح؟\nس٢/ ${second}\nانتهت الأسئلة\nوالله الموفق`,
  )
  const text = `${first} عند فتح المفتاح؟`
  expect(question).toEqual({ label: '1', page: 1, text, end: { page: 2, line: 1 } })
  expect(more).toMatchObject({ label: '2', page: 2, text: second, end: { page: 2, line: 2 } })
})

it.each([
  [
    'a word for notes',
    `س١/ أ- ${first}\nب- ما الفرق بين الملاحظة والتجربة؟\nج- ${second}`,
    ['1 أ', '1 ب', '1 ج'],
  ],
  ['a word for the end', `س١/ ${first}\nوكيف استفدت منه\nس٢/ ${second}`, ['1', '2']],
  ['the same at its beginning', `س١/ ${first}\nوماذا\nاستفدت منه\nس٢/ ${second}`, ['1', '2']],
  ['a branch of one letter', `س١/ أ- ${first}\nب-\n${second}`, ['1 أ', '1 ب']],
])('reads on past a line that only holds %s', (_, text, labels) => {
  expect(labelsOf(text)).toEqual(labels)
})

it.each([
  ['وضح بالتفصيل أثر', 'تنبيه العصب السمعي في الأذن الداخلية', 'وبين أجزاءها'],
  ['اكتب ما تعرفه عن', 'رسالة إلى وزارة التربية في العام الدراسي الجديد'],
  ['جد الوسط الحسابي للقيم', '3 ، 5 ، 7 ، 12', 'بخطوات الحل كلها'],
  ['جد ميل المستقيم المار بالنقطة', '(3,0)', '3x - 2y', 'ص = ٢س + ١'],
])('keeps the lines of a question: %s', (...lines) => {
  expect(typed(`س١/ ${lines.join('\n')}\n- ١ -\n=====\n٢ / ٢`)).toMatchObject([{ text: lines.join(' ') }])
})

it('takes questions for two whose formulas on lines of their own differ', () => {
  const asked = 'س١/ أ) جد مشتقة الدالة الآتية عند النقطة المعطاة'
  const [one, other] = ['f(x) = x^3 - 3x^2 + 5', 'f(x) = 7x^2 + 1'].map(formula => {
    const [question] = typed(`${asked}\n${formula}`)
    return wordsOfQuestion(question?.text ?? '')
  })
  expect(one && other && isSameQuestion(one, one)).toBe(true)
  expect(one && other && isSameQuestion(one, other)).toBe(false)
})

it('keeps the parts of a story together', () => {
  const story =
    'جسم كتلته معلومة يتحرك من السكون على سطح أفقي أملس بتأثير قوة أفقية ثابتة المقدار والاتجاه فوصل إلى سرعة معلومة'
  expect(labelsOf(`س١/ ${story}\nأ- احسب التعجيل\nب- احسب الزمن\nس٢/ ${second}`)).toEqual(['1', '2'])
})

it('joins no chain, and what staff say before all', () => {
  const questions = ['a', 'b', 'c', 'd']
  const pairs = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ] as const
  const of = (given: Partial<Parameters<typeof groupQuestions>[0]>) =>
    Object.fromEntries(groupQuestions({ questions, pairs, joined: [], parted: [], ...given }))
  expect(of({})).toEqual({ a: 'a', b: 'a', c: 'a' })
  expect(of({ parted: [['a', 'b']] })).toEqual({ b: 'b', c: 'b', d: 'b' })
  expect(of({ pairs: [], joined: [['d', 'a']] })).toEqual({ a: 'a', d: 'a' })
})

/** What a piece of work gives, and how often others had their turn meanwhile. */
/** A word of four letters for each number. */
const typedWord = (seed: number) =>
  String.fromCharCode(...[1, 26, 676, 17_576].map(scale => 0x62a + (Math.floor((seed * 7919) / scale) % 17)))

async function turnsDuring<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    if (isOver) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  isOver = true
  return { result, turns }
}

it('compares two new questions once, and lets others run meanwhile', async () => {
  const words = wordsOfQuestion(first)
  const all = Array.from({ length: 5001 }, (_, id) => ({
    id,
    examId: `exam ${id}`,
    isCompared: id > 1,
    words,
  }))
  const pairsOf = questionComparer(all)
  const [one, other] = all
  const { result: pairs, turns } = await turnsDuring(async () =>
    one && other ? [...(await pairsOf(one)), ...(await pairsOf(other))] : [],
  )
  expect(turns).toBeGreaterThanOrEqual(1)
  expect(pairs).toHaveLength(5000 + 4999)
  expect(new Set(pairs.map(pair => pair.toSorted((a, b) => a - b).join(' '))).size).toBe(pairs.length)
})

it('lets others run between long questions that are compared', async () => {
  const all = Array.from({ length: 20 }, (_, id) => ({
    id,
    examId: `exam ${id}`,
    isCompared: id > 0,
    words: wordsOfQuestion(Array.from({ length: 300 }, (_word, at) => typedWord(at * 8 + id)).join(' ')),
  }))
  const pairsOf = questionComparer(all)
  const { turns } = await turnsDuring(async () => all[0] && pairsOf(all[0]))
  expect(turns).toBeGreaterThanOrEqual(1)
})

it('looks through many questions for words, and lets others run meanwhile', async () => {
  const all = Array.from({ length: 1000 }, (_, index) => ({ text: index === 7 ? second : first }))
  const { result, turns } = await turnsDuring(() => questionsHolding(all, comparedWords('فوائد الغاب')))
  expect([...result]).toEqual([{ text: second }])
  expect(turns).toBeGreaterThanOrEqual(9)
})

it('compares what a unit or a direction in words tells apart, and joins it', async () => {
  const [one, other] = [
    'احسب كمية الحرارة اللازمة لتسخين 50 g من الماء من 20 °C إلى 80 °C',
    'ما كمية الحرارة التي يحتاجها 50 غم من الماء لترتفع درجة حرارته من 20 الى 80 °C',
  ].map((text, index) => ({
    id: index,
    examId: String(index),
    isCompared: false,
    words: wordsOfQuestion(text),
  }))
  if (!one || !other) throw new Error('two questions are compared')
  expect(one.words.exact).not.toBe(other.words.exact)
  expect(await questionComparer([one, other])(one)).toEqual([[0, 1]])
})
