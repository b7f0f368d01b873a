import { stemOf, withoutParticle } from './word-stems.ts'

/** Words that tell how something is said, and of nothing what it is. Folded, without articles. */
const light = new Set(
  (
    'يحدث تحدث حدوث تحقيق يحقق تحقق طرا يطرا تطرا حصل يحصل تحصل حصول جري جرت يجري اثنا لحظه مجرد بمجرد خلال وضعت اذ اجري اجريت ' +
    'اتخذ اتخذت متخذه تعرض يتعرض تعترض يعترض تعترضها يواجه واجه واجهت يعاني تعاني حاجه يحتاج تحتاج يلزم يراعي مراعاه تراعي ' +
    'بعض معظم جميع كافه غالبا عاده دايما كثيرا جدا تقريبا مبلغ دينار دنانير قيمه مقدار كميه حال حاله حالات وضع شان ' +
    'نشا ينشا يكون تكون تصبح يصبح اصبح اصبحت صار صارت ظل يبقي دون ضمن متعلق متعلقه ' +
    'يودي تودي ادي ادت يعطي تعطي يقدم تقدم جعل يجعل تجعل دعا حدا استطاع تمكن يتمكن توصل توصلت اجراها ' +
    'معتمد معتمده معزز اجابه مدعم مثل مبين موضح اسلوب باسلوبك بلغتك اكتب سجل فسجل تسجيل تحفظه تحفظها ' +
    'سنه لسنه لعام متكون متكونه مار يمر تمر واصل واصله تخترق يخترق تكلف مساوي تبلغ بلغ بلغت ' +
    'عنوان بعنوان موسوم شرح مقصود مفهوم فكره واحد واحده منهم احداث روايع معروف اعلاه ' +
    'فقط فعلا لذا اذن ايضا كذلك رغم اصلا عموما شي اشيا سوا ثم حينما حالما ' +
    'ابسط بابسط كامل مختلف اخيره سنين متوافر متوفر ' +
    'تعالي قول قوله قال شريف صلي وسلم رضي عليه سبحانه ' +
    'نص سوال بحسب بحسبان تبعا طبقا استناد'
  )
    .split(' ')
    .flatMap(word => [word, stemOf(word)]),
)

/** What kind of thing a name is of: it may be left out beside two more words that say the same. */
const named = new Set(
  (
    'قطاع حركه عالي عاليه استعمال استخدام عام عامه معني علاقه اعمال منطقه والي سلطان رييس امير كتاب قصه قصيده ديوان غزوه حادثه نظام ظاهره محلول مرض بحيره هضبه فن قضيه منطقتي مناطق نادي شعبه ' +
    'باشا افندي عمليه طريقه خاصيه مبدا نظريه مرحله حيات حياه عالم علم مجال فلسفه جهاز غده مصطلح لفظ تعبير اداه'
  )
    .split(' ')
    .flatMap(word => [word, stemOf(word)]),
)

const isIn = (words: ReadonlySet<string>, written: string): boolean =>
  [written, stemOf(written)].some(word => words.has(word) || words.has(withoutParticle(word)))

/** Whether a folded word without article says nothing of what a question is about: «يحتاج», «خلال». */
export const isLight = (written: string): boolean => isIn(light, written)

/** Whether a folded word without article may only name the kind of the thing beside it: «منطقة», «نظام». */
export const isNamedKind = (written: string): boolean => isIn(named, written)
