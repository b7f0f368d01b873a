import { withoutArticle } from '#contract/arabic/words.ts'

const small = new Set(
  (
    'لذان لتان لذين بمصطلح بمفهوم لمصطلح لمفهوم عديده عده متعدده كثيره يقوم تقوم اصحابها قايليها اصحابه لصاحبه صاحبه لصاحبها موشر ذاك غيرها غيره تكونان يكونان كونه كونها فيم فيما الام فما فكم فماذا لماذا لكل من في علي عن الي الا ان انه انها اذا ثم او ام و ما ماذا مما هو هي هما هذا هذه ذلك تلك التي الذي التي اللذان اللتان الذين كل كلا كلتا قد كان كانت يكون تكون ' +
    'مع عند عندما بين لكل كلها اي ايه بعد عقب حيث لها له لهم لهما منها منه منهما فيها فيه فيهما عليه عليها به بها بهما وما وهو وهي كما اذ لو عنه عنها بم بماذا مم علام هناك فما ' +
    'اتيه تاليه ياتي تاتي يلي تلي اتي تالي فقط علما بان بالتفصيل مفصلا باختصار بايجاز ايجاز اختصار مختصرا موجز موجزه مختصره اجب اجيبي اجابه سوال فرع كامل كاملا كامله مدعما بوضوح مفصله ' +
    'احسب جد اوجد اذكر عدد اشرح اكتب اكتبي باستخدام باستعمال بواسطه مستعينا مستعينه مستخدما مستخدمه استنادا استناد اعتمادا اعتماد اليه اليها تفصيل مفصل واحده واحد الاجابه تام تاما دقيق دقيقا علمي علميا ' +
    'واذكر لكي كي احد احدي حول وضح بشكل عام خلال طريق اهم اهمها اهمه ابرز ابرزها هل لذلك مثل مثلا تحته خط كلمه مفيده انشائك ضو نحو ذكر ضع اعد بدلا مصطلح مصطلحات مفهوم مفاهيم كلمات مفردات عبارات توضح يوضح تبين يبين عبر صمم عباره رايك برايك صغ هات كون ابن اجعل بحيث ' +
    'رييسي رييسيه اساسي اساسيه مختلفه مختلف معينه معين لدي لدينا عد يعد تعد عدت يعتبر تعتبر اعتبر اعتبرت تم يتم تمت اتم اتمت تجري وقت حاضر تواجه مشهور مشهوره معروف معروفه هام هامه مهم مهمه ' +
    'خاص خاصه يتحرك تتحرك تحرك متحرك يسير تسير يمكن يمكنك نستطيع موجود موجوده توجد يوجد تقع يقع مكون مطلوب ورد وارد اتي مذكور حسب وفق ازا تجاه نظرا نتيجه بسبب مستخدمه مستعمله متبعه سايده قايمه وغير يلزم عظيم عظيمه كبري ابو ابي ابا ' +
    'the an of is are was were do does did to in on at for with and by from that this it its as be been your you his her their there these those what which please following each write two three four five'
  ).split(' '),
)
const joined = /^و/u

/** Whether a folded word without article says nothing of its own. */
export const isSmallWord = (word: string): boolean =>
  small.has(word) || (joined.test(word) && small.has(word.slice(1)))

/** Words that turn a question round, and what they are compared as. */
export const negations: ReadonlyMap<string, string> = new Map([
  ...'لا لم لن ليس ليست عدم not'.split(' ').map(word => [word, 'not'] as const),
  ...'غير دون بدون عدا ماعدا سوي without'.split(' ').map(word => [word, word] as const),
])

/** With an article they are nouns: «البعد». */
const nouns = new Set(['بعد', 'نحو', 'ضو'])

/** Whether a word that is small without an article says something with it. */
export const isNoun = (written: string): boolean => written.startsWith('ال') && nouns.has(written.slice(2))

/** What stands behind the number of things that are to be said. */
export const partOfThem = new Set(['من', 'منها', 'منهم', 'منه', 'فقط', 'مما'])

/** Words for more and for less: what grows in one question and shrinks in another are two. */
const directions: ReadonlyMap<string, string> = new Map([
  ...'يزداد تزداد ازدياد زياده ارتفاع يرتفع ترتفع يزيد تزيد رفع زاد زادت ارتفع ارتفعت ازداد ازدادت increase increases'
    .split(' ')
    .map(word => [word, 'more'] as const),
  ...'يقل تقل انخفاض نقصان ينخفض تنخفض ينقص تنقص خفض تقليل قل انخفض انخفضت نقص decrease decreases'
    .split(' ')
    .map(word => [word, 'less'] as const),
])

/** «more» or «less» of a word that says so; undefined of others. */
export const directionOf = (word: string) =>
  directions.get(withoutArticle(word)) ?? directions.get(withoutArticle(word).replace(/^[بلو]/u, ''))

/** Words that make another number of the one they stand at: «نصف قطرها 5», «قطرها 5». */
const shares: ReadonlyMap<string, string> = new Map([
  ...'نصف ثلث ربع ضعف ضعفي'.split(' ').map(word => [word, word] as const),
  ['انصاف', 'نصف'] as const,
])

/** A word for a share or a multiple of a number, as it is compared; undefined of others. */
export const shareOf = (word: string) =>
  shares.get(withoutArticle(word)) ?? shares.get(withoutArticle(word).replace(/^[بلو]/u, ''))

const times: ReadonlyMap<string, string> = new Map([
  ...'قبل قبيل before'.split(' ').map(word => [word, 'before'] as const),
  ...'بعد عقب after'.split(' ').map(word => [word, 'after'] as const),
])

/** «before» or «after» of a word that says so; undefined of others. */
export const timeOf = (word: string) => times.get(word)
