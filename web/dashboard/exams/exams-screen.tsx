import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { stampNames } from '#contract/field-names.ts'
import { countedNouns, formatDateTime, formatNumericDate, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { examFields } from '#contract/resources/exam.ts'
import { pagesParts } from '#contract/resources/missing-filter.ts'
import type { StaffExam } from '#contract/resources/exam.ts'
import { MinisterialGradeOptions, RoundOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { FileCell } from '../parts/file-cell.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import type { BatchField } from '../standard/batch-dialogs.tsx'
import { FilterBar } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { recordName } from '../standard/record-facts.ts'
import { RecordList } from '../standard/record-list.tsx'
import {
  MinisterialGradeFilter,
  RoundFilter,
  SubjectFilter,
  YearFilter,
} from '../standard/school-filters.tsx'
import { StateFilter } from '../standard/record-state.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { noValue } from '../standard/table.tsx'
import type { RecordColumns } from '../standard/table.tsx'

const filterNames = ['stage', 'subject', 'year', 'round', 'search', 'missing', 'state'] as const
const missingLabels = { file: 'بلا صور', damaged: 'بصور تالفة' }

const columns: RecordColumns<StaffExam> = [
  {
    name: 'title',
    label: examFields.title,
    cell: exam => (
      <div className="table__title">
        <Thumbnail image={exam.files[0]} subject={exam.subject} />
        <bdi>{exam.title}</bdi>
        <DamageTag files={exam.pages} />
      </div>
    ),
  },
  {
    name: 'subject',
    label: examFields.subject,
    cell: exam => subjectLabels[exam.subject],
  },
  {
    name: 'stage',
    label: examFields.stage,
    cell: exam => grades[exam.stage].shortLabel,
  },
  {
    name: 'releaseYear',
    label: examFields.releaseYear,
    cell: exam => formatPlainNumber(exam.releaseYear),
    className: 'table__short',
  },
  {
    name: 'try',
    label: examFields.try,
    cell: exam => roundLabel(exam.try) || noValue,
    className: 'table__short',
  },
  {
    name: 'file',
    label: 'الملف',
    cell: exam => <FileCell addresses={exam.files} files={exam.pages} />,
    className: 'table__short',
  },
  {
    name: 'createdAt',
    label: stampNames.createdAt,
    cell: exam => formatNumericDate(exam.createdAt),
    className: 'table__short',
  },
  {
    name: 'updatedAt',
    label: stampNames.updatedAt,
    cell: exam => formatDateTime(exam.updatedAt),
    className: 'table__short',
    isExtra: true,
  },
]

const batchFields: readonly BatchField[] = [
  { name: 'stage', label: examFields.stage, options: <MinisterialGradeOptions /> },
  { name: 'subject', label: examFields.subject, options: <SubjectOptions /> },
  { name: 'releaseYear', label: examFields.releaseYear, options: <YearOptions /> },
  { name: 'try', label: examFields.try, options: <RoundOptions /> },
]

/** `/dashboard/ministerial-exams`. Source: S3.5. */
export function ExamsScreen() {
  const filters = useListFilters(filterNames)
  const { stage, subject, year, round, search, missing, state } = filters.values
  return (
    <RecordList
      kind="exam"
      noun={countedNouns.exam}
      add="إضافة امتحان"
      position={filters}
      wanted={{
        stage,
        stageType: stage ? 'exact' : undefined,
        subject,
        releaseYear: year,
        try: round,
        search,
        missing,
        state,
      }}
      columns={columns}
      nameOf={recordName}
      siteAddressOf={exam => paths.exam(exam.id)}
      deletion={{
        question: 'هل أنت متأكد من حذف هذا الامتحان؟',
        deleted: name => `حُذف الامتحان «${name}».`,
        restored: name => `استُعيد الامتحان «${name}».`,
      }}
      batchFields={batchFields}
      filters={
        <FilterBar
          filters={filters}
          search={<SearchBox {...filters.of('search')} placeholder="ابحث في الأسئلة الوزارية" />}
        >
          <MinisterialGradeFilter label={examFields.stage} {...filters.of('stage')} />
          <SubjectFilter label={examFields.subject} {...filters.of('subject')} grade={stage} />
          <YearFilter label={examFields.releaseYear} {...filters.of('year')} />
          <RoundFilter label={examFields.try} {...filters.of('round')} />
          <StateFilter {...filters.of('state')} />
          <MissingFilter {...filters.of('missing')} parts={pagesParts} labels={missingLabels} />
        </FilterBar>
      }
    />
  )
}
