import type { ReactNode } from 'react'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { day as dayMs } from '#contract/units.ts'
import { defineTextPage } from './text-page.tsx'

const days = (count: number) => formatCount(count, countedNouns.day)

/** What is kept, and until when; each number is the one that the clean-up keeps to. */
function keptRows(settings: { visitIpDays: number; auditIpDays: number }, backups: number | undefined) {
  const rows: { what: ReactNode; until: string }[] = [
    {
      what: (
        <>
          عنوان الشبكة <span lang="en">(IP)</span> مع زيارة أو رسالة
        </>
      ),
      until: `يُحذف وحده بعد ${days(settings.visitIpDays)}`,
    },
    { what: 'الصفحة التي زيرت ووقتها ونوع المتصفح، بلا عنوان', until: 'تبقى للإحصاء' },
    {
      what: 'نص بحث لم نجد له شيئاً وعدد مراته، بلا عنوان ولا متصفح',
      until: `آخر ${formatNumber(limits.searchMissesKept)} نص`,
    },
    { what: 'رسالتك إلينا مع الاسم والبريد', until: 'حتى نحذفها أو تطلب حذفها' },
    { what: 'عناوين الشبكة في سجل أعمال فريق العمل', until: `تُحذف وحدها بعد ${days(settings.auditIpDays)}` },
    {
      what: 'دخول أحد فريق العمل، مع عنوان الشبكة ونوع المتصفح',
      until: 'حتى يخرج أو تنتهي جلسته',
    },
    { what: 'ما يحذفه فريق العمل من المحتوى، ليستعاد إن حُذف خطأً', until: days(limits.trashDays) },
    { what: 'ملفات رفعها فريق العمل ولم تُنشر', until: days(limits.ingestKeptDays) },
    { what: 'نموذج حفظه أحد فريق العمل على الخادم ولم يكتمل', until: days(limits.formDraftDays) },
    {
      what: 'ملف تقني على جهاز من دخل من فريق العمل، يُعرف به الجهاز',
      until: days(Math.round(limits.knownDeviceMs / dayMs)),
    },
  ]
  if (backups !== undefined) {
    rows.push({ what: 'كل ما سبق في النسخ الاحتياطية', until: `آخر ${formatNumber(backups)} من نسخ الليالي` })
  }
  return rows
}

/** `/privacy`: must say what the product does; change it with visits, contact messages or cookies. */
export const privacyPage = defineTextPage({
  address: paths.privacy,
  title: 'سياسة الخصوصية',
  description: 'ما الذي تحفظه منصة رافد عن زوارها، ولماذا، وإلى متى.',
  lead: 'نحفظ أقل ما يمكن. هذه الصفحة تقول بالضبط ما نحفظه، ولماذا، وإلى متى.',
  Body: ({ settings, backupsKept }) => (
    <div className="prose">
      <h2>ما الذي نحفظه عند التصفح</h2>
      <p>
        حين تفتح صفحة نسجّل أنها زيرت: عنوان الصفحة ووقت الزيارة وعنوان الشبكة <span lang="en">(IP)</span> ونوع
        المتصفح. نستعمل ذلك لنعرف ما يحتاجه الطلبة ولنحمي الموقع من الإساءة، ولا نربطه باسمك ولا نبيعه ولا نعطيه
        لأحد.
      </p>
      <h2>ما الذي نحفظه وإلى متى</h2>
      <ul className="bullets">
        {keptRows(settings, backupsKept).map(({ what, until }, index) => (
          <li key={index}>
            {what}: {until}.
          </li>
        ))}
      </ul>
      <h2>ما الذي لا نحفظه</h2>
      <ul className="bullets">
        <li>الرقم الامتحاني: نبحث عنه ولا يُكتب في عنوان ولا سجل ولا إحصاء.</li>
        <li>
          رفّك وصفّك وآخر ما بحثت عنه ({formatNumber(limits.recentSearches)}): على جهازك وحده، وتمسحها متى شئت.
        </li>
        <li>سجل عمل برنامج الموقع: ليس فيه ما تكتبه ولا عنوان شبكتك.</li>
      </ul>
      <h2>ما الذي لا نفعله</h2>
      <ul className="bullets">
        <li>لا نطلب حساباً ولا تسجيلاً من الزوار.</li>
        <li>لا نستعمل إعلانات ولا أدوات تتبّع من شركات أخرى.</li>
        <li>
          لا نضع ملفات تعريف ارتباط عند التصفح. قد يوضع ملف تقني واحد عند إرسال نموذج التواصل لحمايته من
          التزوير.
        </li>
      </ul>
      <h2>نموذج التواصل</h2>
      <p>
        إذا راسلتنا حفظنا الاسم والبريد والموضوع والرسالة وعنوان الشبكة لنقرأها ونرد عليك ونمنع الإساءة. لا
        تُستعمل لغير ذلك، ويمكنك أن تطلب حذفها في أي وقت من <a href={paths.contact}>صفحة التواصل</a>.
      </p>
      <h2>الأطفال</h2>
      <p>
        الموقع مفتوح لطلبة المراحل كلها، ولا نجمع عن قصد بيانات شخصية من الأطفال دون سن الثالثة عشرة. إن علمت أن
        طفلاً أرسل إلينا بيانات شخصية فأخبرنا وسنحذفها.
      </p>
      <h2>الروابط الخارجية</h2>
      <p>
        حين تفتح رابطاً إلى <span lang="en">Google Drive</span> أو تيليجرام أو موقع رسمي للنتائج تنتقل إلى
        سياسة خصوصية ذلك الموقع.
      </p>
      <h2>فريق العمل</h2>
      <p>تُحفظ أعمال فريق التحرير في سجل للتغييرات يذكر من غيّر وماذا ومتى.</p>
      <h2>أسئلتك</h2>
      <p>
        لأي سؤال عن خصوصيتك راسلنا على{' '}
        <a href={`mailto:${settings.contactEmail}`} dir="ltr">
          {settings.contactEmail}
        </a>
        .
      </p>
    </div>
  ),
})
