import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { stampNames } from '#contract/field-names.ts'
import { countedNouns, formatDateTime, formatNumericDate, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { resultFields } from '#contract/resources/result.ts'
import { fileParts } from '#contract/resources/missing-filter.ts'
import type { StaffResult } from '#contract/resources/result.ts'
import {
  BranchOptions,
  CityOptions,
  MinisterialGradeOptions,
  RoundOptions,
  YearOptions,
} from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { FileCell } from '../parts/file-cell.tsx'
import type { BatchField } from '../standard/batch-dialogs.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { resultName } from '../standard/record-facts.ts'
import { RecordList } from '../standard/record-list.tsx'
import { BranchFilter, MinisterialGradeFilter, RoundFilter, YearFilter } from '../standard/school-filters.tsx'
import { StateFilter } from '../standard/record-state.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { noValue } from '../standard/table.tsx'
import type { RecordColumns } from '../standard/table.tsx'

const filterNames = ['stage', 'branch', 'city', 'year', 'round', 'search', 'missing', 'state'] as const

const columns: RecordColumns<StaffResult> = [
  {
    name: 'city',
    label: resultFields.city,
    cell: result => (
      <>
        <bdi>{result.city}</bdi> <DamageTag files={[result.file]} />
        <small className="table__note">
          {[roundLabel(result.try), result.school].filter(Boolean).join(' · ')}
        </small>
      </>
    ),
  },
  {
    name: 'stage',
    label: resultFields.stage,
    cell: result => grades[result.stage].shortLabel,
  },
  {
    name: 'branch',
    label: resultFields.branch,
    cell: result => (result.branch ? branchLabels[result.branch] : noValue),
  },
  {
    name: 'releaseYear',
    label: resultFields.releaseYear,
    cell: result => formatPlainNumber(result.releaseYear),
    className: 'table__short',
  },
  {
    name: 'file',
    label: 'الملف',
    cell: result => <FileCell addresses={[result.directLink]} files={[result.file]} />,
    className: 'table__short',
  },
  {
    name: 'createdAt',
    label: stampNames.createdAt,
    cell: result => formatNumericDate(result.createdAt),
    className: 'table__short',
  },
  {
    name: 'updatedAt',
    label: stampNames.updatedAt,
    cell: result => formatDateTime(result.updatedAt),
    className: 'table__short',
    isExtra: true,
  },
]

const batchFields: readonly BatchField[] = [
  { name: 'stage', label: resultFields.stage, options: <MinisterialGradeOptions /> },
  { name: 'branch', label: resultFields.branch, options: <BranchOptions />, none: 'بلا فرع' },
  { name: 'releaseYear', label: resultFields.releaseYear, options: <YearOptions /> },
  { name: 'try', label: resultFields.try, options: <RoundOptions /> },
]

/** `/dashboard/results`. Source: S3.4. */
export function ResultsScreen() {
  const filters = useListFilters(filterNames)
  const { year, round, ...others } = filters.values
  return (
    <RecordList
      kind="result"
      noun={countedNouns.result}
      add="إضافة نتيجة"
      position={filters}
      wanted={{ ...others, releaseYear: year, try: round }}
      columns={columns}
      nameOf={resultName}
      siteAddressOf={result => paths.resultsOfGrade(result.stage)}
      deletion={{
        question: 'هل أنت متأكد من حذف هذه النتيجة؟',
        deleted: name => `حُذفت نتيجة ${name}.`,
        restored: name => `استُعيدت نتيجة ${name}.`,
      }}
      batchFields={batchFields}
      filters={
        <FilterBar
          filters={filters}
          search={<SearchBox {...filters.of('search')} placeholder="ابحث في النتائج" />}
        >
          <MinisterialGradeFilter label={resultFields.stage} {...filters.of('stage')} />
          <BranchFilter label={resultFields.branch} {...filters.of('branch')} />
          <FilterSelect label={resultFields.city} all="كل المدن" {...filters.of('city')}>
            <CityOptions />
          </FilterSelect>
          <YearFilter label={resultFields.releaseYear} {...filters.of('year')} />
          <RoundFilter label={resultFields.try} {...filters.of('round')} />
          <StateFilter {...filters.of('state')} />
          <MissingFilter {...filters.of('missing')} parts={fileParts} />
        </FilterBar>
      }
    />
  )
}
