import { stemOf } from './word-stems.ts'

/** Words that are written nearly alike, or in the same place, and turn a question into another one. */
const opposites = [
  'توازي توالي',
  'متوازي متوالي',
  'موجب سالب',
  'اكبر اصغر',
  'كبري صغري',
  'كبير صغير',
  'زياد نقص',
  'داخل خارج',
  'تنافر تجاذب',
  'قبل بعد',
  'ماضي مضارع امر',
  'مفرد جمع مثني',
  'عظم صغر',
  'مرسل مستقبل',
  'محدب مقعر',
  'عرض طول ارتفاع',
  'شمال جنوب شرق غرب',
  'حار بارد',
  'تسخين تبريد',
  'سخن برد',
  'مباشر',
  'انتظام',
  'تام ناقص',
  'زايد ناقص مكافي',
  'اكسد اختزل',
  'انود كاثود',
  'تقريب ابعاد',
  'اقترا ابتعا',
  'افقي عمودي شاقول مايل',
  'اعلي اسفل',
  'صعود نزول هبوط',
  'صاعد نازل هابط',
  'دخول خروج',
  'ربط فصل',
  'تمدد تقلص',
  'مغلق مفتوح',
  'تعجيل تباطو',
  'سكون حرك',
  'اول ثاني ثالث رابع خامس',
  'حامض قاعد',
  'ايجابي سلبي',
  'معلوم مجهول',
  'مادي برمجي',
  'ادخال اخراج',
  'رفع نصب جر جزم',
  'فاعل مفعول',
  'اسمي فعلي',
  'كيل وزن',
  'عرضي طولي',
  'ذكر انثي',
  'زوج زوجه',
  'مشبع',
  'متجانس',
  'عضوي',
  'قوي ضعيف',
  'غني فقير',
  'تصدير استيراد',
  'عام خاص',
  'حقيقي مجازي',
  'سطحي جوفي',
].map(pair => pair.split(' '))

/** Whether two folded words without article name the two sides of one thing: «موجب», «سالب». */
export function areOpposite(one: string, other: string): boolean {
  return opposites.some(pair => {
    const [here, there] = [one, other].map(word => pair.findIndex(each => word.includes(each)))
    return here !== there
  })
}

/** Whether two folded words without article name two sides of one thing, each its own. */
export function areSides(one: string, other: string): boolean {
  return opposites.some(pair => {
    const [here = -1, there = -1] = [one, other].map(word => pair.findIndex(each => word.includes(each)))
    return here >= 0 && there >= 0 && here !== there
  })
}

const sides = new Set(opposites.flat().map(stemOf))

/** Whether a stem is one of two sides, so that a question says another thing without it: «مرآة مقعرة», «مرآة». */
export const isSide = (stem: string): boolean => sides.has(stem)
