import { grades } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'
import { readingPage } from '../reader/reading-page.tsx'

/** `/notes/download/{id}/read`. */
export const noteReadingPage = readingPage({
  address: paths.noteReading(':id'),
  tag: 'notes',
  type: 'malazima',
  async load({ notes }, id) {
    const { title, teacher, stage, file } = await notes.get(id)
    const about = `${teacher}، ${grades[stage].shortLabel}`
    return { key: `note:${id}`, title, heading: title, about, href: paths.note(id), file }
  },
  failure(code) {
    const back = { backHref: paths.notes, backLabel: 'العودة إلى الملازم' }
    if (code === 'note_not_found') {
      return { title: 'الملزمة غير موجودة', text: 'عذراً، الملزمة التي تبحث عنها غير موجودة.', ...back }
    }
    return { title: 'حدث خطأ', text: 'تعذر عرض صفحات الملزمة الآن. الرجاء المحاولة مرة أخرى', ...back }
  },
})
