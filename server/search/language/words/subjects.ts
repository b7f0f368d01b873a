import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { Phrases } from '../meanings.ts'

/** Each subject as textbooks, teachers and students write it: everyday forms, Iraqi, Kurdish and Latin spellings. */
export const subjectForms: Record<SubjectCode, string> = {
  MATH: 'رياضيات|رياضات|رياظيات|رياضيات عامة|ماث|ماثماتكس|بيركاري|بیرکاری|حساب ورياضيات|رياضه حساب|بیرکاریی|ماثس|math|maths|mathematics',
  SCIENCE:
    'علوم|علوم عامة|مبادئ العلوم|ساينس|زانست|زانستی گشتی|زانستەکان|زانستی|science|sciences|general science|علوم الحياة',
  BIOLOGY:
    'أحياء|علم الأحياء|احيا|بايولوجي|بيولوجي|بايلوجي|بايو|بيولوجيا|بايولوجيا|زينده ور|زیندەوەرزانی|زیندەزانی|زیندەوەرزانی|الاحياء البايولوجي|biology|bio|علم الحياة',
  CHEMISTRY: 'كيمياء|كيميا|كمياء|كيمياء عامة|كيمستري|كيمي|کیمیا|کیمیای|چەمستری|chemistry|chem',
  PHYSICS: 'فيزياء|فيزيا|فزياء|فيزياء عامة|فيزيك|فيزكس|فیزیا|فیزیای|فيزكيا|physics|physic',
  ISLAMIC:
    'إسلامية|إسلامي|تربية إسلامية|التربية الاسلامية|اسلاميات|تربية دينية|مادة الدين|قرآن كريم|القرآن الكريم|القرآن الكريم والتربية الإسلامية|القران الكريم والتربية الاسلامية|تربية اسلاميه|پەروەردەی ئیسلامی|ئاینی ئیسلام|ئیسلامی|ئیسلامییەت|كتاب الدين|التربية الدينية|islamic|islamic education|islamic studies|islam|religion|religious education',
  ARABIC:
    'عربي|عربية|لغة عربية|اللغة العربية|لغه عربي|مادة العربي|العربيه|عەرەبی|زمانی عەرەبی|arabic|arabic language',
  ENGLISH:
    'إنكليزي|إنجليزي|إنكليزية|إنجليزية|لغة إنكليزية|لغة إنجليزية|لغة انكليزي|لغة انجليزي|انقليزي|انقلیزی|انكلش|انجلش|انكلیزی|انغليزي|انجيليزي|ئینگلیزی|زمانی ئینگلیزی|ئینگلیزیی|انجليش|انكليش|english|english language|انجليزيه',
  FRENCH:
    'فرنسي|فرنسية|لغة فرنسية|لغة فرنسي|فرنساوي|فەڕەنسی|فەرەنسی|زمانی فەرەنسی|فرنج|french|french language|francais|français',
  GEOGRAPHY:
    'جغرافية|جغرافيا|جغرافيه|جغرافي|جوغرافيا|علم الجغرافية|جوگرافیا|جيوغرافيا|جغرافيات|geography|geo',
  HISTORY: 'تاريخ|مادة التاريخ|مێژوو|مێژووی|history',
  ECONOMICS: 'اقتصاد|علم الاقتصاد|مبادئ الاقتصاد|اقتصاديات|ئابووری|ايكونوميكس|economics|economy|economic',
  READING:
    'قراءة|قراية|قرايه|القراءة العربية|قراءة عربية|قراءة خلدونية|الخلدونية|خلدونية|قراءتي|خوێندنەوە|reading|arabic reading',
  // The part of Arabic (`parts.ts`) stands for the subject; grades without the subject have the part.
  GRAMMAR: 'مادة القواعد',
  SOCIAL:
    'اجتماعيات|إجتماعيات|علوم اجتماعية|دراسات اجتماعية|کۆمەڵایەتی|بابەتە کۆمەڵایەتییەکان|social studies|social|socials',
  COMPUTER:
    'حاسوب|حاسبات|حاسبه|كمبيوتر|كومبيوتر|كمبيوترات|علم الحاسوب|تكنولوجيا المعلومات|کۆمپیوتەر|حاسب|حاسب الي|تقنيات الحاسوب|الحاسوب وتكنولوجيا المعلومات|computer|computers|computer science|ict|information technology',
  ETHICS:
    'أخلاقية|تربية أخلاقية|اخلاقيات|تربية خلقية|اخلاق|الاخلاق|التربية الاخلاقية|ڕەوشت|ethics|morals|moral education',
  SOCIOLOGY: 'علم اجتماع|علم الاجتماع|اجتماع|کۆمەڵناسی|sociology',
  PHILOSOPHY: 'فلسفة|فلسفة وعلم نفس|الفلسفة وعلم النفس|علم نفس|علم النفس|فەلسەفە|philosophy|psychology',
  NATIONAL_EDUCATION:
    'وطنية|تربية وطنية|التربية الوطنية|وطنيه|تربية مدنية|التربية المدنية|پەروەردەی نیشتمانی|نیشتمانی|national education|civics|civic education|national',
  KURDISH:
    'كردي|كوردي|كردية|كوردية|لغة كردية|لغة كوردية|لغة كردي|زمانی کوردی|زماني كوردي|کوردی|كورديه|کوردۆلۆجی|زمان و ئەدەبی کوردی|kurdish|kurdish language',
  GEOLOGY: 'علم الأرض|علم ارض|علوم الأرض|جيولوجيا|جيولوجي|جيلوجيا|زەویناسی|جیۆلۆجی|geology|earth science',
}

/** The phrases that name a subject. */
export const subjectPhrases: Phrases[] = (Object.keys(subjectForms) as SubjectCode[]).map(subject => ({
  forms: subjectForms[subject],
  meaning: { kind: 'subject', subject },
}))
