import type { MissingPart } from '#contract/resources/missing-filter.ts'
import { FilterSelect } from './filter-bar.tsx'
import type { OneFilter } from './list-filters.ts'

interface MissingFilterProps extends OneFilter {
  /** What the records of this screen can be without, in the order of the choices. */
  parts: readonly MissingPart[]
  /** What parts are called on this screen, where it is another word than elsewhere. */
  labels?: Partial<Record<MissingPart, string>>
}

const commonLabels: Record<MissingPart, string> = {
  file: 'بلا ملف',
  image: 'بلا صورة غلاف',
  damaged: 'بملف تالف',
  mirror: 'برابط لا يعمل',
  light: 'بلا نسخة خفيفة',
  text: 'نص غير مقروء',
}

/** The filter that the counts of the overview and the coverage board lead to: what the records lack. Source: S3.6. */
export function MissingFilter({ parts, labels, ...filter }: MissingFilterProps) {
  return (
    <FilterSelect label="الملفات" all="كل الملفات" {...filter}>
      {parts.map(part => (
        <option key={part} value={part}>
          {labels?.[part] ?? commonLabels[part]}
        </option>
      ))}
    </FilterSelect>
  )
}
