import {
  Award,
  BookOpen,
  FileQuestionMark,
  GraduationCap,
  HeartHandshake,
  Newspaper,
  NotebookText,
  ShieldCheck,
} from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { defineTextPage } from './text-page.tsx'

const values = [
  {
    title: 'التميّز التعليمي',
    text: 'نختار المحتوى بعناية ونراجعه قبل نشره، ونحرص على أن يكون الكتاب أو السؤال كما صدر، كاملاً وواضحاً.',
    Icon: Award,
  },
  {
    title: 'إتاحة للجميع',
    text: 'كل ما في الموقع مجاني ومن غير تسجيل. صُمّم ليعمل على الهواتف البسيطة وخطوط الإنترنت البطيئة.',
    Icon: HeartHandshake,
  },
  {
    title: 'النزاهة',
    text: 'نعرض النتائج والأسئلة كما أُعلنت، ونذكر السنة والدور والمصدر، ونصحّح الخطأ حين نُنبَّه إليه.',
    Icon: ShieldCheck,
  },
]

const services = [
  {
    href: paths.books,
    title: 'الكتب المدرسية',
    text: 'كتب المنهج لاثني عشر صفاً، مع إصداراتها المتوفرة.',
    Icon: BookOpen,
  },
  { href: paths.notes, title: 'الملازم', text: 'شروح وملخصات أعدّها مدرسون لكل المراحل.', Icon: NotebookText },
  {
    href: paths.exams,
    title: 'الأسئلة الوزارية',
    text: 'أسئلة السنوات السابقة للصفوف الثلاثة المنتهية.',
    Icon: FileQuestionMark,
  },
  {
    href: paths.results,
    title: 'النتائج',
    text: 'روابط المواقع الرسمية، وملفات النتائج حسب المدينة والدور.',
    Icon: GraduationCap,
  },
  {
    href: paths.news,
    title: 'الأخبار',
    text: 'جداول الامتحانات وقرارات الوزارة وما يهم الطالب.',
    Icon: Newspaper,
  },
]

/** `/about`. */
export const aboutPage = defineTextPage({
  address: paths.about,
  title: 'من نحن',
  description: 'قصة منصة رافد وقيمها وما تقدمه للطلبة في العراق.',
  lead: 'رافد منصة تعليمية عراقية تجمع ما يحتاجه الطالب لدراسته في مكان واحد.',
  Body: () => (
    <>
      <section className="prose">
        <h2>قصتنا</h2>
        <p>
          يبدأ كل عام دراسي بالسؤال نفسه: أين أجد كتاب المنهج؟ أين ملزمة هذه المادة؟ وكيف كانت أسئلة الأعوام
          السابقة؟ وكانت الإجابات موزّعة بين قنوات ومجموعات وروابط تنقطع. من هنا جاءت رافد: مكان واحد مرتّب، يصل
          إليه كل طالب من هاتفه، في بغداد أو في أبعد ناحية.
        </p>
        <p>
          سُمّيت رافد باسم ما يغذّي النهر، وفي شعارها نهران: دجلة والفرات. نريد أن نكون رافداً صغيراً يصبّ في طريق
          كل طالب وطالبة، وعوناً للأهل والمدرسين.
        </p>
      </section>
      <section>
        <h2>قيمنا</h2>
        <ul className="value-cards">
          {values.map(({ title, text, Icon }) => (
            <li className="value-card" key={title}>
              <span className="feature-icon">
                <Icon aria-hidden="true" />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>خدماتنا</h2>
        <ul className="value-cards has-five">
          {services.map(({ href, title, text, Icon }) => (
            <li className="value-card is-link" key={href}>
              <span className="feature-icon">
                <Icon aria-hidden="true" />
              </span>
              <h3>
                <a className="card-link" href={href}>
                  {title}
                </a>
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  ),
})
