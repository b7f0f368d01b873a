import { limits } from '#contract/limits.ts'
import { newsFields } from '#contract/resources/news.ts'
import { ImageField } from '../fields/image-field.tsx'
import { DayInput, SelectInput, TextArea, TextInput } from '../fields/inputs.tsx'
import { KeywordsInput } from '../fields/keywords-input.tsx'
import { FormattedTextField } from '../formatted-text/formatted-text-field.tsx'
import { NewsCategoryOptions } from '../fields/options.tsx'
import { fieldsOf, RecordInputs } from '../standard/record-inputs.tsx'
import type { EditedNewsItem } from './news-values.ts'

/** Every field of the news form; `item` is there on an edit screen. Source: S4.1. */
export function NewsFields({ item }: { item?: EditedNewsItem }) {
  const field = fieldsOf(newsFields)
  return (
    <RecordInputs
      names={newsFields}
      inputs={{
        title: <TextInput {...field.title} maxLength={limits.maxTitleLength} className="field--wide" />,
        type: (
          <SelectInput {...field.type} empty="اختر نوع الخبر">
            <NewsCategoryOptions />
          </SelectInput>
        ),
        createdAt: <DayInput {...field.createdAt} hint="من دونه: وقت الحفظ." isOptional />,
        bio: (
          <TextArea
            {...field.bio}
            hint="سطران أو ثلاثة تظهر في قائمة الأخبار."
            rows={3}
            maxLength={limits.maxBioLength}
            className="field--wide"
          />
        ),
        content: (
          <FormattedTextField
            {...field.content}
            hint="تظهر الأسطر في الموقع كما تكتبها هنا؛ Ctrl+B للخط الغامق."
            damaged={item?.damagedFiles}
          />
        ),
        keywords: <KeywordsInput {...field.keywords} />,
        image: <ImageField {...field.image} original={item?.image} facts={item?.imageFile} />,
      }}
      sections={[
        { title: 'الخبر', from: 'title' },
        { title: 'صورة الخبر', from: 'image' },
      ]}
    />
  )
}
