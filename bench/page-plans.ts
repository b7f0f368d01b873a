import { seeded } from './sheet-plans.ts'

export const pageProducers = ['chromium', 'writer', 'wkhtmltopdf', 'weasyprint', 'xelatex', 'cairo'] as const
export type PageProducer = (typeof pageProducers)[number]

/** A document of pages as schoolbooks have them, and the program that sets it. */
export interface DocumentPlan {
  id: string
  producer: PageProducer
  font: string
  seed: number
}

/** What stands on a page. */
export interface PagePlan {
  title: string
  paragraphs: string[]
  /** Rows of cells, from right to left. */
  table: string[][]
}

export const pagesEach = 7

const fonts: Record<PageProducer, [string, string]> = {
  chromium: ['Amiri', 'Noto Sans Arabic'],
  writer: ['Noto Naskh Arabic', 'KacstBook'],
  wkhtmltopdf: ['Noto Naskh Arabic', 'Amiri'],
  weasyprint: ['Amiri', 'Noto Naskh Arabic'],
  xelatex: ['Amiri', 'Scheherazade'],
  cairo: ['Noto Naskh Arabic', 'DejaVu Sans'],
}

/** Every document of the corpus. */
export const documentPlans: readonly DocumentPlan[] = pageProducers.flatMap((producer, at) =>
  fonts[producer].map((font, index) => ({
    id: `${producer}-${index + 1}`,
    producer,
    font,
    seed: 3000 + at * 10 + index,
  })),
)

const titles = [
  'الفصل الأول: الخلية وأجزاؤها',
  'الفصل الثالث: الاحتمالات',
  'الوحدة الثانية: بلاغة الاستفهام',
  'الباب الرابع: الدولة العباسية',
  'الفصل السادس: الكهربائية الساكنة',
  'التمرينات العامة للفصل الثاني',
]

/* Written for this corpus: lam-alef in all its forms, marks, long and short words, signs at both ends. */
const sentences = [
  'لا تنتقل الحرارة من الجسم البارد إلى الجسم الساخن تلقائياً، بل يلزم لذلك بذل شغل خارجي.',
  'تتألف الخلية الحيوانية من غشاء ونواة وسايتوبلازم، وتختلف عن الخلية النباتية في الجدار الخلوي.',
  'الأملاح مركبات أيونية تنتج من تفاعل الحوامض مع القواعد، والماء ناتج آخر لهذا التفاعل.',
  'لاحظ أن الأوليات والطلائعيات كائنات مجهرية، ولا يمكن رؤيتها إلا بالآلات المكبرة.',
  'قال المتنبي: إذا غامرتَ في شرفٍ مرومٍ فلا تقنعْ بما دون النجومِ.',
  'أعرب ما تحته خط إعراباً مفصلاً، ثم استخرج أسلوب الاستثناء وبيّن أركانه.',
  'أسس أبو جعفر المنصور مدينة بغداد على الجانب الغربي من نهر دجلة، وجعلها عاصمة للخلافة.',
  'علل: لا يصدأ الألمنيوم كما يصدأ الحديد على الرغم من تفاعله مع الأوكسجين.',
  'نستنتج من الشكل السابق أن العلاقة بين التيار والجهد علاقة طردية عند ثبوت المقاومة.',
  'يُسأل المسؤول عن مسؤوليته، ويؤجر المؤمن على سؤاله لأهل العلم والاختصاص.',
  'من الأخطاء الشائعة في كتابة الهمزة: لأنّ، لئلّا، بالأمس، أُولئك، هيئة، شيئاً، جزءاً.',
  'الاحتمال عدد حقيقي لا يقل عن الصفر ولا يزيد على الواحد، والحادثة المؤكدة احتمالها واحد.',
  'سُئل الطالب عن الآلات البخارية فأجاب: إنها حوّلت الطاقة الحرارية إلى طاقة ميكانيكية.',
  'تقع سلسلة جبال حمرين شرقيّ العراق، ويجري الفرات في السهل الرسوبيّ حتى شطّ العرب.',
  'اختر الإجابة الصحيحة: أيّ العبارات الآتية تمثل بيتاً من بحر الكامل؟',
  'الإسلام دين الأخلاق؛ والإنسان مستخلف في الأرض ليعمرها بالعمل الصالح والإحسان.',
  'ارسم مخططاً كهربائياً لدائرة تحوي بطارية ومصباحين مربوطين على التوازي ومفتاحاً واحداً.',
  'المثلث المتساوي الساقين زاويتا قاعدته متساويتان، ومجموع زواياه الداخلية ثابت.',
]
const numbered = [
  'إذا كان العدد ٢٤ عدداً زوجياً فإن ٢٥ عدد فردي، ومجموعهما ٤٩.',
  'صفحة ١٢٣ من كتاب سنة ٢٠٢٥، الطبعة ١٤.',
  'عدد السكان 43500000 نسمة في عام 2023 بحسب الإحصاء.',
  'القانون: 6.02 عدد أفوكادرو مضروباً في عشرة للقوة 23.',
  'السؤال ٥ (١٠ درجات): أجب عن فرعين فقط.',
]
const mixed = [
  'تتفاعل H2SO4 مع NaOH لتكوين Na2SO4 والماء H2O.',
  'درجة غليان الماء 100 مئوية عند ضغط 1 atm تقريباً.',
  'لغة Python من لغات البرمجة التي تستخدم متغيرات int و float و string.',
  'وحدة القوة Newton ووحدة الطاقة Joule ووحدة القدرة Watt.',
  'أكمل الجملة: Ali goes to school every day ثم ترجمها إلى العربية.',
]
const cells = ['المادة', 'الكتلة', 'الحجم', 'النحاس', 'الألمنيوم', 'الزئبق', 'اللافلز', 'الأوكسجين', 'كلوريد']

/** The pages of a document. */
export function pagesOf(plan: DocumentPlan): PagePlan[] {
  const next = seeded(plan.seed)
  const pick = <Item>(from: readonly Item[]) => from[Math.floor(next() * from.length)] as Item
  return Array.from({ length: pagesEach }, (_, page) => ({
    title: titles[(page + plan.seed) % titles.length] ?? '',
    paragraphs: [
      `${pick(sentences)} ${pick(sentences)} ${pick(sentences)}`,
      pick(numbered),
      `${pick(sentences)} ${pick(sentences)}`,
      pick(mixed),
      `${pick(sentences)} ${pick(numbered)} ${pick(sentences)}`,
      pick(sentences),
      `${pick(mixed)} ${pick(sentences)}`,
    ],
    table: Array.from({ length: 4 }, (_row, row) => [
      pick(cells),
      pick(cells),
      row % 2 === 0 ? pick(cells) : String(Math.floor(next() * 900) + 100),
    ]),
  }))
}

/** All words of a page, as somebody reads them. */
export function textOfPlan({ title, paragraphs, table }: PagePlan): string {
  return [title, ...paragraphs, ...table.map(row => row.join(' '))].join('\n')
}
