import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { secondFactorRuleLabels, secondFactorRules } from '#contract/codes/second-factor.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { shownSiteSettingsSchema } from '#contract/resources/site-settings.ts'
import type { ShownSiteSettings, SiteSettings } from '#contract/resources/site-settings.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#web/api-client.ts'
import { LinkInput, SelectInput, TextInput } from '../fields/inputs.tsx'
import { useUser } from '../session/session.ts'
import { EditScreen } from '../standard/edit-screen.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { FormSection, StaffForm } from '../standard/staff-form.tsx'
import { useRecordForm } from '../standard/use-record-form.ts'
import { settingsFormSchema, settingsValuesOf } from './settings-values.ts'
import type { SettingsValues } from './settings-values.ts'

/** `/dashboard/settings`: links, figures and periods of the site; for administrators. Source: S10.4. */
export function SettingsScreen() {
  const me = useUser()
  const query = useQuery({
    queryKey: ['edit', apiPaths.settings],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: ShownSiteSettings }>(apiPaths.settings, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (me.role !== 'admin') return <Navigate to={dashboardPaths.overview} replace />
  return (
    <EditScreen
      title="إعدادات الموقع"
      query={query}
      listAddress={dashboardPaths.overview}
      missing="الإعدادات غير موجودة"
      failure="تعذر تحميل الإعدادات"
    >
      {settings => <SettingsForm settings={settings} />}
    </EditScreen>
  )
}

function SettingsForm({ settings }: { settings: ShownSiteSettings }) {
  const queryClient = useQueryClient()
  const savedOf = async (saved: unknown) => {
    await refreshAfterWrite(queryClient, apiPaths.settings)
    return { record: async () => saved }
  }
  const record = useRecordForm<SettingsValues, SiteSettings>({
    draftKey: 'settings',
    schema: settingsFormSchema,
    initial: settingsValuesOf(settings),
    version: settings.version,
    titleOf: () => 'إعدادات الموقع',
    saved: 'حُفظت إعدادات الموقع.',
    failure: 'حدث خطأ أثناء حفظ الإعدادات',
    listAddress: dashboardPaths.overview,
    valuesOfCurrent: current => {
      const parsed = shownSiteSettingsSchema.safeParse(current)
      return parsed.success
        ? { values: settingsValuesOf(parsed.data), version: parsed.data.version }
        : undefined
    },
    save: async (input, { version }) => {
      const { data } = await api.put<{ data: unknown }>(apiPaths.settings, { ...input, version })
      return savedOf(data)
    },
    savedBefore: savedOf,
  })
  return (
    <StaffForm title="إعدادات الموقع" record={record} saveLabel="حفظ الإعدادات">
      <FormSection
        title="مواقع النتائج الرسمية"
        hint="تظهر في قائمة النتائج الوزارية وصفحتها. الرابط الفارغ لا يظهر في الموقع."
      >
        <LinkInput name="resultSites.sixthPrimary" label="السادس الابتدائي" />
        <LinkInput name="resultSites.thirdIntermediate" label="الثالث المتوسط" />
        <LinkInput name="resultSites.sixthPreparatory" label="السادس الإعدادي" />
        <LinkInput name="resultSites.sixthVocational" label="السادس المهني" />
      </FormSection>
      <FormSection title="صفحات التواصل الاجتماعي" hint="الرابط الفارغ لا يظهر في الموقع.">
        <LinkInput name="facebookLink" label="فيسبوك" />
        <LinkInput name="telegramLink" label="قناة تيليجرام" />
        <LinkInput name="whatsappLink" label="قناة واتساب" />
        <LinkInput name="instagramLink" label="إنستغرام" />
        <LinkInput name="promotionLink" label="القناة في أعلى الصفحة" />
        <LinkInput name="videoHelpLink" label="فيديو طريقة التحميل" />
      </FormSection>
      <FormSection title="معلومات التواصل">
        <TextInput name="contactEmail" label="البريد الإلكتروني" type="email" />
        <TextInput name="contactPhone" label="الهاتف" type="tel" />
        <TextInput
          name="contactAddress"
          label="عنوان المكتب"
          maxLength={limits.maxTitleLength}
          className="field--wide"
        />
      </FormSection>
      <FormSection
        title="أرقام الصفحة الرئيسية"
        hint="صفر في الثلاثة: يُعرض العدد الحقيقي للكتب والملازم والأسئلة."
      >
        <TextInput name="statistics.students" label="عدد الطلبة" inputMode="numeric" />
        <TextInput name="statistics.resources" label="عدد المصادر" inputMode="numeric" />
        <TextInput name="statistics.satisfactionPercent" label="نسبة الرضا (بالمئة)" inputMode="numeric" />
      </FormSection>
      <FormSection title="الخصوصية" hint="بعد هذه المدة تُحذف عناوين IP من السجلات تلقائياً.">
        <TextInput name="visitIpDays" label="حفظ عناوين الزوار (يوم)" inputMode="numeric" />
        <TextInput name="auditIpDays" label="حفظ عناوين سجل التغييرات (يوم)" inputMode="numeric" />
      </FormSection>
      <FormSection
        title="الدخول إلى لوحة التحكم"
        hint="من يشمله هذا ولم يفعّل التحقق بخطوتين يُطلب منه تفعيله قبل أي شيء آخر."
      >
        <SelectInput name="secondFactorFor" label="من يجب عليه التحقق بخطوتين">
          {secondFactorRules.map(rule => (
            <option key={rule} value={rule}>
              {secondFactorRuleLabels[rule]}
            </option>
          ))}
        </SelectInput>
      </FormSection>
    </StaffForm>
  )
}
