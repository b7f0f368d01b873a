import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { makeImage, makePdf, makeZip, sha256Of } from '#test/files.ts'
import { addPerson, enter, firstCheck, rowAction } from './staff-session.ts'
import type { Person } from './staff-session.ts'

/** One resource's forms and sentences, and the two fields that two people change. */
interface Story {
  device: 'desktop' | 'phone'
  list: string
  api: string
  entity: AuditEntry['entity']
  /** Fills the add form; tells what must be stored, and the bytes of every file that was sent. */
  fill: (page: Page) => Promise<{ values: Record<string, unknown>; fileField: string; files: Buffer[] }>
  addButton: string
  /** A field that I change and a colleague changes too, and its label in the conflict. */
  contested: { field: string; label: string; first: string; mine: string; theirs: string }
  /** A field that only the colleague changes. */
  theirs: { field: string; label: string; value: string }
  question: string
  says: { added: string; saved: string; deleted: string; restored: string }
  /** How the audit log names a record. */
  nameOf: (values: Record<string, unknown>) => string
}

const addKeyword = (page: Page) => page.getByLabel('الكلمات المفتاحية').fill('وزاري،')
const fillTitle = (page: Page, title: string) => page.getByLabel('العنوان', { exact: true }).fill(title)
const titleOf = ({ title }: Record<string, unknown>) => String(title)

const stories: Record<string, Story> = {
  'a news item': {
    device: 'desktop',
    list: dashboardPaths.news,
    api: apiPaths.news,
    entity: 'NEWS',
    async fill(page) {
      const picture = await makeImage('png', 320, 180)
      await fillTitle(page, 'موعد الامتحانات')
      await page.getByLabel('النوع').selectOption('EXAM_SCHEDULE')
      await page.getByLabel('النبذة').fill('نبذة أولى')
      await page.getByLabel('المحتوى', { exact: true }).fill('سطر أول\nسطر ثانٍ')
      await addKeyword(page)
      await page
        .locator('#field-image')
        .setInputFiles({ name: 'خبر.png', mimeType: 'image/png', buffer: picture })
      await page.getByRole('button', { name: 'حذف الصورة' }).waitFor()
      return {
        values: {
          title: 'موعد الامتحانات',
          type: 'EXAM_SCHEDULE',
          bio: 'نبذة أولى',
          content: 'سطر أول\nسطر ثانٍ',
          keywords: ['وزاري'],
        },
        fileField: 'image',
        files: [picture],
      }
    },
    addButton: 'نشر الخبر',
    contested: { field: 'bio', label: 'النبذة', first: 'نبذة ثانية', mine: 'نبذتي', theirs: 'نبذة الزميل' },
    theirs: { field: 'title', label: 'العنوان', value: 'موعد جديد' },
    question: 'هل أنت متأكد من حذف هذا الخبر؟',
    says: {
      added: 'أُضيف الخبر',
      saved: 'حُفظت تعديلات الخبر',
      deleted: 'حُذف الخبر «',
      restored: 'استُعيد الخبر «',
    },
    nameOf: titleOf,
  },
  'a note': {
    device: 'phone',
    list: dashboardPaths.notes,
    api: apiPaths.notes,
    entity: 'MALAZIMA',
    async fill(page) {
      const pdf = await makePdf(2)
      await fillTitle(page, 'ملزمة الكيمياء')
      await page.getByLabel('اسم المدرس').fill('أ. محمد')
      await page.getByLabel('الصف').selectOption('SIXTH_PREPARATORY')
      await page.getByLabel('المادة').selectOption('CHEMISTRY')
      await page.getByLabel('الفرع').selectOption('SCIENTIFIC')
      await page.getByLabel('السنة الدراسية').selectOption('2026')
      await addKeyword(page)
      await page
        .locator('#field-directLink')
        .setInputFiles({ name: 'ملزمة.pdf', mimeType: 'application/pdf', buffer: pdf })
      await page.getByRole('link', { name: 'ملزمة.pdf' }).waitFor()
      await page.getByLabel('رابط تيليجرام').fill('https://t.me/rafid')
      return {
        values: {
          title: 'ملزمة الكيمياء',
          teacher: 'أ. محمد',
          stage: 'SIXTH_PREPARATORY',
          subject: 'CHEMISTRY',
          branch: 'SCIENTIFIC',
          releaseYear: 2026,
          image: null,
          keywords: ['وزاري'],
          telegramLink: 'https://t.me/rafid',
          googleDriveLink: null,
        },
        fileField: 'directLink',
        files: [pdf],
      }
    },
    addButton: 'إضافة الملزمة',
    contested: {
      field: 'teacher',
      label: 'اسم المدرس',
      first: 'أ. محمد علي',
      mine: 'أ. محمد حسن',
      theirs: 'أ. زينب',
    },
    theirs: { field: 'title', label: 'العنوان', value: 'ملزمة الكيمياء العضوية' },
    question: 'هل أنت متأكد من حذف هذه الملزمة؟',
    says: {
      added: 'أُضيفت الملزمة',
      saved: 'حُفظت تعديلات الملزمة',
      deleted: 'حُذفت الملزمة «',
      restored: 'استُعيدت الملزمة «',
    },
    nameOf: titleOf,
  },
  'a result': {
    device: 'desktop',
    list: dashboardPaths.results,
    api: apiPaths.results,
    entity: 'RESULT',
    async fill(page) {
      const archive = await makeZip({ 'نتائج.txt': 'ناجح' })
      await page.getByLabel('المدينة').selectOption('البصرة')
      await page.getByLabel('الصف').selectOption('SIXTH_PREPARATORY')
      await page.getByLabel('الفرع').selectOption('LITERARY')
      await page.getByLabel('الدور').selectOption('2')
      await page.getByLabel('السنة').selectOption('2026')
      await page.getByLabel('المدرسة').fill('ثانوية الفيحاء')
      await addKeyword(page)
      await page
        .locator('#field-directLink')
        .setInputFiles({ name: 'نتائج.zip', mimeType: 'application/zip', buffer: archive })
      await page.getByRole('link', { name: 'نتائج.zip' }).waitFor()
      return {
        values: {
          city: 'البصرة',
          stage: 'SIXTH_PREPARATORY',
          branch: 'LITERARY',
          try: 2,
          releaseYear: 2026,
          school: 'ثانوية الفيحاء',
          keywords: ['وزاري'],
          telegramLink: null,
          googleDriveLink: null,
        },
        fileField: 'directLink',
        files: [archive],
      }
    },
    addButton: 'إضافة النتيجة',
    contested: {
      field: 'school',
      label: 'المدرسة',
      first: 'ثانوية النهضة',
      mine: 'ثانوية السلام',
      theirs: 'ثانوية الزميل',
    },
    theirs: { field: 'city', label: 'المدينة', value: 'بابل' },
    question: 'هل أنت متأكد من حذف هذه النتيجة؟',
    says: {
      added: 'أُضيفت نتيجة',
      saved: 'حُفظت تعديلات نتيجة',
      deleted: 'حُذفت نتيجة ',
      restored: 'استُعيدت نتيجة ',
    },
    nameOf: ({ city }) => String(city),
  },
  'an exam': {
    device: 'phone',
    list: dashboardPaths.exams,
    api: apiPaths.exams,
    entity: 'MINISTERIAL_EXAM',
    async fill(page) {
      const pages = [await makeImage('png', 200, 260), await makeImage('jpeg', 210, 270)]
      await fillTitle(page, 'أسئلة الأحياء')
      await page.getByLabel('الصف').selectOption('SIXTH_PREPARATORY')
      await page.getByLabel('المادة').selectOption('BIOLOGY')
      await page.getByLabel('السنة').selectOption('2025')
      await page.getByLabel('الدور').selectOption('1')
      await page.getByLabel('الوصف').fill('أسئلة الدور الأول كاملة')
      await addKeyword(page)
      await page.locator('#field-files').setInputFiles(
        pages.map((buffer, index) => ({
          name: index === 0 ? '١.png' : '٢.jpg',
          mimeType: index === 0 ? 'image/png' : 'image/jpeg',
          buffer,
        })),
      )
      await expect.poll(() => page.locator('.exam-image__picture').count()).toBe(pages.length)
      return {
        values: {
          title: 'أسئلة الأحياء',
          stage: 'SIXTH_PREPARATORY',
          subject: 'BIOLOGY',
          releaseYear: 2025,
          try: 1,
          description: 'أسئلة الدور الأول كاملة',
          keywords: ['وزاري'],
          telegramLink: null,
          googleDriveLink: null,
        },
        fileField: 'files',
        files: pages,
      }
    },
    addButton: 'إضافة الامتحان',
    contested: {
      field: 'description',
      label: 'الوصف',
      first: 'أسئلة الدور الأول واضحة',
      mine: 'أسئلة الدور الأول بخطي',
      theirs: 'أسئلة الدور الأول من الزميل',
    },
    theirs: { field: 'title', label: 'العنوان', value: 'أسئلة الأحياء الوزارية' },
    question: 'هل أنت متأكد من حذف هذا الامتحان؟',
    says: {
      added: 'أُضيف الامتحان',
      saved: 'حُفظت تعديلات الامتحان',
      deleted: 'حُذف الامتحان «',
      restored: 'استُعيد الامتحان «',
    },
    nameOf: titleOf,
  },
}

let server: TestApp
let baseUrl: string
let person: Person
let colleague: TestStaff

openShared(
  async () => {
    server = await openTestApp()
    baseUrl = await server.listen()
    person = await addPerson(server, 'editor')
    colleague = await server.signIn('editor')
  },
  () => server.close(),
)

/** The entries of the only record of a kind, oldest first. */
async function entriesOf(entity: string): Promise<AuditEntry[]> {
  const answer = await colleague.send('GET', `${apiPaths.auditLog}?entity=${entity}&limit=50`)
  return (answer.json() as { logs: AuditEntry[] }).logs.toReversed()
}

/** The colleague changes fields of a record and leaves all others as they are. */
async function changeAsColleague(address: string, changes: Record<string, string>): Promise<void> {
  const { data } = (await colleague.send('GET', address)).json() as { data: Record<string, unknown> }
  const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
  const answer = await colleague.send('PUT', address, { ...kept, ...changes })
  expect(answer.statusCode, answer.body).toBe(200)
}

function changedFields({ oldData, newData }: AuditEntry): string[] {
  const fields = new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])
  return [...fields]
    .filter(field => JSON.stringify(oldData?.[field]) !== JSON.stringify(newData?.[field]))
    .toSorted()
}

describe('staff and every other resource', () => {
  for (const [name, story] of Object.entries(stories)) {
    browserTest(
      `add, correct, settle a conflict, delete and take back ${name} on a ${story.device}; the audit log holds each step`,
      { timeout: 120_000 },
      async ({ open }) => {
        const { contested, theirs, says } = story
        const { page, expectProblem } = await open({ baseUrl, device: story.device })
        expectProblem(firstCheck)
        expectProblem(/status of 409|The save failed/)
        const back = () => page.waitForURL(url => url.pathname === story.list)
        const row = () => page.locator('.table--records tbody tr')
        const edit = () => rowAction(row(), 'تعديل')
        const field = () => page.locator(`#field-${contested.field}`)
        const save = () => page.getByRole('button', { name: 'حفظ التعديلات' }).click()

        await enter(page, server, person, dashboardPaths.add(story.list))
        const { values, fileField, files } = await story.fill(page)
        await page.getByRole('button', { name: story.addButton }).click()
        await page.getByText(says.added).waitFor()
        await back()

        await edit()
        await field().fill(contested.first)
        await save()
        await page.getByText(says.saved).waitFor()
        await back()

        await edit()
        await field().fill(contested.mine)
        const [{ entityId: id } = { entityId: '' }] = await entriesOf(story.entity)
        await changeAsColleague(`${story.api}/${id}`, {
          [contested.field]: contested.theirs,
          [theirs.field]: theirs.value,
        })
        await save()
        const conflict = page.getByRole('alertdialog', { name: `سبقك تعديل من ${colleague.name}` })
        const sides = (label: string) =>
          conflict.getByRole('group', { name: label }).locator('.conflict__value').allTextContents()
        await conflict.waitFor()
        expect(await sides(contested.label)).toEqual([contested.mine, contested.theirs])
        expect(await sides(theirs.label)).toEqual([String(values[theirs.field]), theirs.value])
        await conflict.getByRole('button', { name: 'حفظ بهذه الاختيارات' }).click()
        await back()
        await row().waitFor()

        await rowAction(row(), 'حذف')
        const question = page.getByRole('alertdialog')
        await question.getByText(story.question, { exact: true }).waitFor()
        await question.getByRole('button', { name: 'حذف', exact: true }).click()
        await page.getByText(says.deleted).waitFor()
        await page.getByText('لا توجد بيانات لعرضها').waitFor()
        expect((await colleague.send('GET', `${story.api}/${id}`)).statusCode).toBe(404)
        const notice = page.getByRole('listitem').filter({ hasText: says.deleted })
        await notice.getByRole('button', { name: 'تراجع' }).click()
        await page.getByText(says.restored).waitFor()
        await page.getByRole('row').filter({ hasText: theirs.value }).waitFor()

        const entries = await entriesOf(story.entity)
        const [added, corrected, changed, settled, deleted, restored] = entries as [
          AuditEntry,
          AuditEntry,
          AuditEntry,
          AuditEntry,
          AuditEntry,
          AuditEntry,
        ]
        expect(entries.map(({ action }) => action)).toEqual([
          'CREATE',
          'UPDATE',
          'UPDATE',
          'UPDATE',
          'DELETE',
          'CREATE',
        ])
        expect(new Set(entries.map(({ entityId }) => entityId))).toEqual(new Set([id]))
        expect(entries.map(({ actor }) => actor?.email)).toEqual(
          entries.map(entry => (entry === changed ? colleague.email : person.email)),
        )
        for (const entry of entries) {
          expect(entry.description).toContain(story.nameOf(entry.newData ?? entry.oldData ?? {}))
        }
        expect(added.oldData).toBeNull()
        expect(added.newData).toMatchObject({ id, version: 1, ...values })
        const addresses = [added.newData?.[fileField]].flat().map(String)
        expect(addresses).toEqual(files.map(bytes => expect.stringContaining(sha256Of(bytes))))
        expect(changedFields(corrected)).toEqual([contested.field, 'updatedAt', 'version'].toSorted())
        expect(corrected.newData).toMatchObject({ [contested.field]: contested.first, version: 2 })
        expect(changedFields(changed)).toEqual(
          [contested.field, theirs.field, 'updatedAt', 'version'].toSorted(),
        )
        expect(changedFields(settled)).toEqual([contested.field, 'updatedAt', 'version'].toSorted())
        expect(settled.newData).toMatchObject({
          ...values,
          [contested.field]: contested.mine,
          [theirs.field]: theirs.value,
          version: 4,
        })
        for (const [index, entry] of [corrected, changed, settled, deleted].entries()) {
          expect(entry.oldData).toEqual(entries[index]?.newData)
        }
        expect(deleted.newData).toBeNull()
        expect(restored.oldData).toBeNull()
        expect(changedFields({ ...restored, oldData: deleted.oldData })).toEqual([])
      },
    )
  }
})
