import type { Phrases } from '../meanings.ts'

/**
 * Words of other worlds: sport, trade, kitchen, screen, health, travel. Where no record holds them, a query with one of
 * them is not about school, whatever else it names: `نتيجة مباراة`, `كتاب طبخ`.
 */
export const foreignPhrases: Phrases[] = [
  {
    forms:
      'مباراة|مباريات|دوري|الدوري|الدوري الانكليزي|الدوري الاسباني|الدوري العراقي|الدوري الايطالي|يانصيب|رياضة كرة|كاس|كأس العالم|هدف|اهداف المباراة|لاعب|لاعبين|ملعب|كرة القدم|كلاسيكو|برشلونة|ريال مدريد|منتخب|المنتخب|الزوراء|الشرطة|الهلال|ليفربول|ميسي|رونالدو|football|match|league|goal',
    meaning: { kind: 'foreign' },
    isExact: true,
  },
  {
    forms:
      'قرض|قروض|سلف|سماعات|بلوتوث|مكيف|غسالة|غسالات|موبايلات|هواتف|انستقرام|واتساب|فيسبوك|خلفيات|مونتاج|بيع|للبيع|شراء|سعر|اسعار|خصم|كوبون|كود خصم|تخفيضات|توصيل|دولار|الدولار|ذهب|صرف الدولار|ايجار|للايجار|شقة|شقق|عقار|عقارات|سيارة|سيارات|تويوتا|قطع غيار|لابتوب|موبايل|ايفون|سامسونج|مستعمل|فيزا|بطاقة ائتمان|سلفة|buy|sell|price|shop|sale|bitcoin',
    meaning: { kind: 'foreign' },
    isExact: true,
  },
  {
    forms:
      'تسريحات|زراعة الشعر|حلاقة|اوقات الصلاة|دعاء السفر|معنى اسم|طبخ|طبخات|وصفة|وصفات|كيك|دولمة|دجاج|مطعم|مطاعم|حلويات|رجيم|تنحيف|حبوب|دواء|علاج|اعراض|صداع|حمل المراة|طبيب|عيادة|تجميل|مكياج|شعر المراة|فستان|ملابس|عباية|recipe|restaurant|pills',
    meaning: { kind: 'foreign' },
    isExact: true,
  },
  {
    forms:
      'فيلم|افلام|مسلسل|مسلسلات|اغنية|اغاني|كلمات اغنية|مطرب|فنان|ممثل|لعبة|العاب|ببجي|فورتنايت|تيك توك|سناب|نتفلكس|انمي|نكت|ابراج|حظك اليوم|تفسير حلم|احلام|movie|song|lyrics|game|games|casino|netflix',
    meaning: { kind: 'foreign' },
    isExact: true,
  },
  {
    forms:
      'طيران|تذاكر|تذكرة|حجز|فندق|فنادق|سفر|سياحة|اسطنبول|دبي|طقس|الطقس|درجات الحرارة|زواج|طلاق|قطة|قطط|كلب|عطر|عطور|سمك|hotel|flight|weather|select|insert|drop table|union select|script|lorem|ipsum|dolor|alert|undefined|null',
    meaning: { kind: 'foreign' },
    isExact: true,
  },
]
