import type { Phrases } from '../meanings.ts'

/** The words for the four kinds of record. */
export const typePhrases: Phrases[] = [
  {
    forms:
      'كتاب|كتب|كتابي|كتيب|منهج|مناهج|منهاج|مقرر|كتاب مدرسي|كتب مدرسية|الكتب المدرسية|كتاب منهجي|كتب منهجية|كتاب المنهج|منهج دراسي|مناهج دراسية|مقرر دراسي|کتێب|کتێبی|پەرتووک|book|books|textbook|كتاب وزاري|كتاب الوزارة|كتاب الطالب|كتاب الطالبة|مقررات|كتابه|كتبي|كتبنا|پەرتووکی|student book|students book|course book|coursebook|text book|school book',
    meaning: { kind: 'type', type: 'book' },
  },
  {
    forms:
      'ملزمة|ملازم|ملزمتي|ملزمات|مذكرة|مذكرات|نوطة|نوطه|ملزمت|ملزمة دراسية|ملازم دراسية|مەلزەمە|مەلزەمە|نوتة|نوت|نوتات|نوته|دوسية|دوسيه|ملزمه|ملزمات|كراسة شرح|هاند اوت|هاندات|ورقة عمل|اوراق عمل|اوراق|بوكليت|ملاحظات|نوتس|ملازمه|ملزمتها|malzama|malzma|malazim|malazima|notes|note|handout|handouts|booklet|lecture notes',
    meaning: { kind: 'type', type: 'malazima' },
  },
  {
    forms:
      'وزاري|وزارية|وزاريات|وزاريه|أسئلة|اسئله|أسئلة وزارية|أسئلة وزاري|اسئلة الوزارة|أسئلة الوزاري|امتحان وزاري|امتحانات وزارية|الامتحانات الوزارية|امتحان الوزارة|اسئلة الامتحان الوزاري|أسئلة امتحان|أسئلة امتحانات|اسئلة الامتحانات الوزارية|بكلوريا|بكالوريا|باكلوريا|بكلوريه|اسئلة البكلوريا|امتحان البكلوريا|پرسیار|پرسیارەکان|وزاري سابق|اسئلة سنوات سابقة|وزاريات سابقة|اسئلة السنوات السابقة|سنوات سابقة|السنوات السابقة|وزارى|الوزاري|وزاريات محلولة مع الاجوبة|وەزاری|پرسیاری وەزاری|اسئلة وزاريه|دفاتر وزارية|اوراق وزارية|ورقة وزارية|ورقة الاسئلة|نماذج وزارية|اسئلة اعوام سابقة|اسئلة الاعوام السابقة|exam|exams|questions|past paper|past papers|ministerial|ministerial exam|ministerial exams|ministerial questions|ministry exam|previous exams|exam questions|exam papers|baccalaureate',
    meaning: { kind: 'type', type: 'ministerial-exam' },
  },
  {
    forms: 'خبر|أخبار|اخبار التربية|اخبار الوزارة|مستجدات|هەواڵ|news',
    meaning: { kind: 'type', type: 'news' },
  },
]
