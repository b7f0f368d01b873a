import { limits } from '#contract/limits.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import { ImageField } from '../fields/image-field.tsx'
import { DayInput, SelectInput, TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { NewsCategoryOptions } from '../fields/options.tsx'
import { FormSection } from '../standard/staff-form.tsx'

/** Every field of the news form; `item` is there on an edit screen. Source: S4.1. */
export function NewsFields({ item }: { item?: NewsItem }) {
  return (
    <>
      <FormSection title="الخبر">
        <TextInput name="title" label="العنوان" maxLength={limits.maxTitleLength} className="field--wide" />
        <SelectInput name="type" label="النوع" empty="اختر نوع الخبر">
          <NewsCategoryOptions />
        </SelectInput>
        <DayInput name="createdAt" label="تاريخ النشر" hint="من دونه: وقت الحفظ." isOptional />
        <TextArea
          name="bio"
          label="النبذة"
          hint="سطران أو ثلاثة تظهر في قائمة الأخبار."
          rows={3}
          maxLength={limits.maxBioLength}
          className="field--wide"
        />
        <TextArea
          name="content"
          label="المحتوى"
          hint="تظهر الأسطر في الموقع كما تكتبها هنا."
          rows={12}
          maxLength={limits.maxContentLength}
          className="field--wide"
        />
        <KeywordsInput />
      </FormSection>
      <FormSection title="صورة الخبر">
        <ImageField name="image" label="الصورة" original={item?.image} facts={item?.imageFile} />
      </FormSection>
    </>
  )
}
