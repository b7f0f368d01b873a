import { discoveryPaths, paths } from '#contract/paths.ts'
import { Accordion } from './accordion.tsx'
import type { Question } from './accordion.tsx'
import { defineTextPage } from './text-page.tsx'

const questions: readonly Question[] = [
  {
    question: 'هل استخدام رافد مجاني؟',
    answer: <p>نعم، كل ما في الموقع مجاني: التصفح والبحث والتحميل.</p>,
  },
  {
    question: 'هل أحتاج إلى إنشاء حساب؟',
    answer: <p>لا. لا توجد حسابات للزوار ولا نطلب رقم هاتف ولا بريداً للتحميل.</p>,
  },
  {
    question: 'ما المراحل التي يغطيها الموقع؟',
    answer: <p>المراحل الثلاث: الابتدائية (٦ صفوف) والمتوسطة (٣ صفوف) والإعدادية (٣ صفوف) بفروعها.</p>,
  },
  {
    question: 'من أين تأتي الكتب والأسئلة؟',
    answer: <p>الكتب والأسئلة الوزارية هي ما تصدره وزارة التربية، والملازم أعدّها مدرسون وتُنشر بأسمائهم.</p>,
  },
  {
    question: 'هل يعمل الموقع على الهاتف وبإنترنت ضعيف؟',
    answer: <p>نعم، صُمّمت الصفحات لتكون خفيفة جداً، وتعمل حتى لو تعطّلت البرمجيات النصية في المتصفح.</p>,
  },
  {
    question: 'وجدت رابطاً لا يعمل أو محتوى ناقصاً، ماذا أفعل؟',
    answer: (
      <p>
        أخبرنا من <a href={paths.contact}>صفحة التواصل</a> واختر «محتوى مفقود»، واذكر الصف والمادة والسنة.
      </p>
    ),
  },
  {
    question: 'كيف أعرف بالجديد؟',
    answer: (
      <p>
        تابع <a href={paths.news}>صفحة الأخبار</a> وقنواتنا المذكورة في أسفل الصفحة. لقارئات الخلاصات:{' '}
        <a href={discoveryPaths.feed('news')}>خلاصة الأخبار</a>.
      </p>
    ),
  },
]

/** `/faq`. */
export const faqPage = defineTextPage({
  address: paths.faq,
  title: 'الأسئلة الشائعة',
  description: 'أسئلة عامة عن منصة رافد وإجاباتها.',
  lead: 'سبعة أسئلة تصلنا كثيراً.',
  Body: () => (
    <>
      <Accordion questions={questions} headingLevel={2} />
      <p className="muted">
        تبحث عن طريقة استعمال الموقع؟ افتح <a href={paths.help}>مركز المساعدة</a>.
      </p>
    </>
  ),
})
