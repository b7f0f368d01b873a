import { expect, it } from 'vitest'
import type { IngestValues } from '#contract/resources/ingest.ts'
import { ingestValues } from '#test/ingest-rows.ts'
import { proposeFromName } from './propose-from-name.ts'
import { fillFromPage, leavesOpen } from './propose-from-page.ts'

const nothing = ingestValues({ kind: '' })
const said = (values: IngestValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))

const book = { kind: 'book', stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC', subject: 'CHEMISTRY' }

it.each([
  [
    'جمهورية العراق\nوزارة التربية\nالكيمياء\nللصف السادس العلمي\nتأليف\nد. سعد الراوي\nالطبعة ١٣\n١٤٤٧ هـ / ٢٠٢٥ م',
    { ...book, releaseYear: 2025 },
  ],
  [
    'الأسئلة الوزارية للصف الثالث المتوسط\nالمادة: الرياضيات\nالدور الثاني ٢٠٢٣',
    { kind: 'exam', stage: 'THIRD_INTERMEDIATE', subject: 'MATH', releaseYear: 2023, try: 2 },
  ],
  [
    'الدراسة : الإعدادية / العلمي المادة : الفيزياء\nالدور الأول 2024 / 2025 الوقت : ثلاث ساعات',
    { kind: 'exam', subject: 'PHYSICS', releaseYear: 2025, try: 1 },
  ],
  [
    'ملزمة الأحياء\nالصف السادس الأحيائي\nإعداد الأستاذ أحمد الجبوري\n2026',
    {
      kind: 'note',
      stage: 'SIXTH_PREPARATORY',
      branch: 'SCIENTIFIC',
      subject: 'BIOLOGY',
      releaseYear: 2026,
      teacher: 'أحمد الجبوري',
    },
  ],
  ['كتاب الكيمياء للصف السادس العلمي\nيتضمن اسئلة الوزارية الدور الاول والثاني والثالث\n2015-2025', book],
  ['الدور الأول والدور الثاني\nمادة الكيمياء للصف السادس العلمي\nكتاب الطالب', book],
  [
    'اللغة العربية الرياضيات\nالامتحانات الوزارية للصف الثالث المتوسط\nالدور الثاني 2024',
    { kind: 'exam', stage: 'THIRD_INTERMEDIATE', releaseYear: 2024, try: 2 },
  ],
  [
    'الامتحانات الوزارية للصف الثالث المتوسط\nالتاريخ ٢٠٢٥/٣/١',
    { kind: 'exam', stage: 'THIRD_INTERMEDIATE', releaseYear: 2025 },
  ],
  [
    'الامتحانات الوزارية للصف الثالث المتوسط\nالدور الأول 2025 من كتاب الطالب',
    { kind: 'exam', stage: 'THIRD_INTERMEDIATE', releaseYear: 2025, try: 1 },
  ],
])('reads what the headings of a first page say: %s', (page, facts) => {
  const filled = fillFromPage(nothing, {}, page)
  expect(said(filled.said)).toEqual(facts)
  expect(filled.doubts).toEqual(Object.fromEntries(Object.keys(facts).map(field => [field, 'page'])))
  expect(filled.isChanged).toBe(true)
})

it.each([
  'الفصل السادس: الكهربائية الساكنة\nعدد السكان 43500000 نسمة في عام 2023 بحسب الإحصاء.',
  'صفحة ١٢٣ من كتاب سنة ٢٠٢٥، الطبعة ١٤\nاستعمل أوجد الأعمدة',
  'الصف الثالث فيه أربعون طالباً\nاحسب عدد المقاعد',
  'نتائج الصف السادس الإعدادي\nمديرية تربية ميسان\nالاسم المدرسة المجموع',
  'وزارة التربية\nالعدد ١٢٣٤\nالتاريخ ٢٠٢٥/٣/١\nالى المديريات العامة كافة\nتعليمات الصف السادس الإعدادي',
  'وزارة التربية\nم/ تعليمات امتحانات الصف السادس الإعدادي\nتحية طيبة',
  'جدول امتحانات الصف الثالث المتوسط\nالدور الأول 2024-2025\nالاحد التربية الاسلامية\nالاثنين اللغة العربية',
  'جامعة بغداد كلية العلوم\nقسم الفيزياء المرحلة الاولى\nامتحان الدور الأول 2023',
  'سجل حضور الصف الاول المتوسط\nشعبة ا\nاحمد علي\nنور حسن',
  'تقرير طبي للطالب أحمد علي\nالصف السادس العلمي',
  'وثيقة مدرسية\nالصف الثالث المتوسط\nالدور الاول 2024',
  `${'كلمات كثيرة في جملة طويلة '.repeat(4)} للصف السادس العلمي`,
  '',
])('takes nothing from a page within a document, a sheet or a long sentence: %s', page => {
  expect(fillFromPage(nothing, {}, page)).toEqual({ said: nothing, doubts: {}, isChanged: false })
})

const cover = 'الكيمياء\nللصف السادس العلمي\n2025'

it('fills only what the name leaves open', () => {
  const named: IngestValues = { ...nothing, kind: 'note', subject: 'PHYSICS', releaseYear: 2024 }
  const doubts = { kind: 'likely', releaseYear: 'likely' } as const
  const filled = fillFromPage(named, doubts, cover)
  expect(said(filled.said)).toEqual({
    kind: 'note',
    subject: 'PHYSICS',
    releaseYear: 2024,
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
  })
  expect(filled.doubts).toEqual({ ...doubts, stage: 'page', branch: 'page' })
})

it('puts what the page says in the place of what the name lets only guess', () => {
  const { releaseYear: stamped } = proposeFromName('IMG-20230512-WA0003.pdf')
  expect(stamped).toEqual({ value: 2023, confidence: 'guess' })
  const filled = fillFromPage({ ...nothing, releaseYear: 2023 }, { releaseYear: 'guess' }, cover)
  expect(filled.said).toMatchObject({ kind: 'book', releaseYear: 2025 })
  expect(filled.doubts).toMatchObject({ releaseYear: 'page' })
  const silent = fillFromPage(
    { ...nothing, releaseYear: 2023 },
    { releaseYear: 'guess' },
    'الكيمياء\nللصف السادس العلمي',
  )
  expect(silent.said.releaseYear).toBe(2023)
  expect(silent.doubts).toMatchObject({ releaseYear: 'guess' })
})

it('lets a title that was only guessed follow from the facts, and keeps one that was written', () => {
  const named: IngestValues = { ...nothing, title: 'chem v2' }
  expect(fillFromPage(named, { title: 'guess' }, cover).said.title).toBe('')
  expect(fillFromPage(named, { title: 'guess' }, cover).doubts).not.toHaveProperty('title')
  expect(fillFromPage(named, {}, cover).said.title).toBe('chem v2')
})

it('knows which rows leave nothing open', () => {
  const whole = { ...nothing, ...book, releaseYear: 2025 } as IngestValues
  expect(leavesOpen(whole, { title: 'guess', stage: 'likely' })).toBe(false)
  expect(leavesOpen(whole, { releaseYear: 'guess' })).toBe(true)
  expect(leavesOpen({ ...whole, branch: '' }, {})).toBe(true)
  expect(leavesOpen({ ...whole, kind: 'exam', branch: '', try: 1 }, {})).toBe(false)
  expect(leavesOpen({ ...whole, kind: 'exam' }, {})).toBe(true)
  expect(leavesOpen({ ...nothing, kind: 'result' }, {})).toBe(false)
})
