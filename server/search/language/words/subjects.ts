import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { Phrases } from '../meanings.ts'

/** Each subject as textbooks, teachers and students write it: everyday forms, Iraqi, Kurdish and Latin spellings. */
export const subjectForms: Record<SubjectCode, string> = {
  MATH: 'رياضيات|رياضات|رياظيات|رياضيات عامة|ماث|ماثماتكس|بيركاري|بیرکاری|حساب ورياضيات|math|maths|mathematics',
  SCIENCE: 'علوم|علوم عامة|مبادئ العلوم|ساينس|زانست|زانستی گشتی|science|علوم الحياة',
  BIOLOGY:
    'أحياء|علم الأحياء|احيا|بايولوجي|بيولوجي|بايلوجي|بايو|بيولوجيا|بايولوجيا|زينده ور|زیندەوەرزانی|biology|bio|علم الحياة',
  CHEMISTRY: 'كيمياء|كيميا|كمياء|كيمياء عامة|كيمستري|كيمي|کیمیا|chemistry|chem',
  PHYSICS: 'فيزياء|فيزيا|فزياء|فيزياء عامة|فيزيك|فيزكس|فیزیا|physics',
  ISLAMIC:
    'إسلامية|تربية إسلامية|التربية الاسلامية|اسلاميات|تربية دينية|مادة الدين|قرآن كريم|القرآن الكريم|القرآن الكريم والتربية الإسلامية|القران الكريم والتربية الاسلامية|تربية اسلاميه|پەروەردەی ئیسلامی|islamic',
  ARABIC: 'عربي|عربية|لغة عربية|اللغة العربية|لغه عربي|مادة العربي|العربيه|عەرەبی|زمانی عەرەبی|arabic',
  ENGLISH:
    'إنكليزي|إنجليزي|إنكليزية|إنجليزية|لغة إنكليزية|لغة إنجليزية|لغة انكليزي|لغة انجليزي|انقليزي|انقلیزی|انكلش|انجلش|انكلیزی|انغليزي|انجيليزي|ئینگلیزی|زمانی ئینگلیزی|english|english language|انجليزيه',
  FRENCH: 'فرنسي|فرنسية|لغة فرنسية|لغة فرنسي|فرنساوي|فەڕەنسی|french|francais|français',
  GEOGRAPHY: 'جغرافية|جغرافيا|جغرافيه|جغرافي|جوغرافيا|علم الجغرافية|جوگرافیا|geography',
  HISTORY: 'تاريخ|مادة التاريخ|مێژوو|history',
  ECONOMICS: 'اقتصاد|علم الاقتصاد|مبادئ الاقتصاد|اقتصاديات|ئابووری|economics|economy',
  READING: 'قراءة|قراية|قرايه|القراءة العربية|قراءة عربية|قراءة خلدونية|الخلدونية|خلدونية|reading',
  GRAMMAR: 'قواعد|قواعد عربي|قواعد عربية|قواعد لغة عربية|قواعد اللغة العربية|قواعد العربي|نحو|النحو العربي',
  SOCIAL: 'اجتماعيات|إجتماعيات|علوم اجتماعية|دراسات اجتماعية|کۆمەڵایەتی|بابەتە کۆمەڵایەتییەکان|social studies',
  COMPUTER:
    'حاسوب|حاسبات|حاسبه|كمبيوتر|كومبيوتر|كمبيوترات|علم الحاسوب|تكنولوجيا المعلومات|کۆمپیوتەر|computer|computer science',
  ETHICS: 'أخلاقية|تربية أخلاقية|اخلاقيات|تربية خلقية|ethics',
  SOCIOLOGY: 'علم اجتماع|علم الاجتماع|اجتماع|sociology',
  PHILOSOPHY: 'فلسفة|فلسفة وعلم نفس|الفلسفة وعلم النفس|علم نفس|علم النفس|philosophy',
  NATIONAL_EDUCATION: 'وطنية|تربية وطنية|التربية الوطنية|وطنيه|تربية مدنية',
  KURDISH:
    'كردي|كوردي|كردية|كوردية|لغة كردية|لغة كوردية|لغة كردي|زمانی کوردی|زماني كوردي|کوردی|كورديه|kurdish',
  GEOLOGY: 'علم الأرض|علم ارض|علوم الأرض|جيولوجيا|جيولوجي|جيلوجيا|geology',
}

/** The phrases that name a subject. */
export const subjectPhrases: Phrases[] = (Object.keys(subjectForms) as SubjectCode[]).map(subject => ({
  forms: subjectForms[subject],
  meaning: { kind: 'subject', subject },
}))
