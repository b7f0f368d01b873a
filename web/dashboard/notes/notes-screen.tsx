import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { stampNames } from '#contract/field-names.ts'
import { countedNouns, formatDate, formatDateTime, formatSchoolYear } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { noteFields } from '#contract/resources/note.ts'
import { missingParts } from '#contract/resources/missing-filter.ts'
import type { StaffNote } from '#contract/resources/note.ts'
import { BranchOptions, GradeOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { FileCell } from '../parts/file-cell.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import type { BatchField } from '../standard/batch-dialogs.tsx'
import { FilterBar } from '../standard/filter-bar.tsx'
import { FilterChip } from '../standard/filter-chip.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { recordName } from '../standard/record-facts.ts'
import { RecordList } from '../standard/record-list.tsx'
import { BranchFilter, GradeFilter, SchoolYearFilter, SubjectFilter } from '../standard/school-filters.tsx'
import { StateFilter } from '../standard/record-state.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { noValue } from '../standard/table.tsx'
import type { RecordColumns } from '../standard/table.tsx'

const filterNames = ['stage', 'branch', 'subject', 'teacher', 'year', 'search', 'missing', 'state'] as const

const columns: RecordColumns<StaffNote> = [
  {
    name: 'title',
    label: noteFields.title,
    cell: note => (
      <div className="table__title">
        <Thumbnail image={note.image} subject={note.subject} />
        <bdi>{note.title}</bdi>
        <DamageTag files={[note.file]} image={note.imageFile} />
      </div>
    ),
  },
  {
    name: 'teacher',
    label: noteFields.teacher,
    cell: note => <bdi>{note.teacher}</bdi>,
  },
  {
    name: 'subject',
    label: noteFields.subject,
    cell: note => subjectLabels[note.subject],
  },
  {
    name: 'stage',
    label: noteFields.stage,
    cell: note => grades[note.stage].shortLabel,
  },
  {
    name: 'branch',
    label: noteFields.branch,
    cell: note => (note.branch ? branchLabels[note.branch] : noValue),
  },
  {
    name: 'releaseYear',
    label: noteFields.releaseYear,
    cell: note => formatSchoolYear(note.releaseYear),
    className: 'table__short',
  },
  {
    name: 'file',
    label: 'الملف',
    cell: note => <FileCell addresses={[note.directLink]} files={[note.file]} />,
    className: 'table__short',
  },
  {
    name: 'createdAt',
    label: stampNames.createdAt,
    cell: note => formatDate(note.createdAt),
    className: 'table__short',
    isExtra: true,
  },
  {
    name: 'updatedAt',
    label: stampNames.updatedAt,
    cell: note => formatDateTime(note.updatedAt),
    className: 'table__short',
    isExtra: true,
  },
]

const batchFields: readonly BatchField[] = [
  { name: 'teacher', label: noteFields.teacher, maxLength: limits.maxNameLength },
  { name: 'stage', label: noteFields.stage, options: <GradeOptions /> },
  { name: 'branch', label: noteFields.branch, options: <BranchOptions />, none: 'بلا فرع' },
  { name: 'subject', label: noteFields.subject, options: <SubjectOptions /> },
  { name: 'releaseYear', label: noteFields.releaseYear, options: <YearOptions isSchoolYear /> },
]

/** `/dashboard/malazimas`. Source: S3.3. */
export function NotesScreen() {
  const filters = useListFilters(filterNames)
  const { stage } = filters.values
  return (
    <RecordList
      kind="note"
      noun={countedNouns.note}
      add="إضافة ملزمة"
      position={filters}
      wanted={{ ...filters.values, stageType: stage ? 'exact' : undefined }}
      columns={columns}
      nameOf={recordName}
      siteAddressOf={note => paths.note(note.id)}
      deletion={{
        question: 'هل أنت متأكد من حذف هذه الملزمة؟',
        deleted: name => `حُذفت الملزمة «${name}».`,
        restored: name => `استُعيدت الملزمة «${name}».`,
      }}
      batchFields={batchFields}
      filters={
        <FilterBar
          filters={filters}
          search={<SearchBox {...filters.of('search')} placeholder="ابحث في الملازم" />}
        >
          <SearchBox
            {...filters.of('teacher')}
            placeholder="اسم المدرس"
            label="تصفية باسم المدرس"
            hasShortcut={false}
          />
          <FilterChip
            label={noteFields.teacher}
            text={filters.values.teacher}
            onRemove={() => filters.of('teacher').onChange('')}
          />
          <GradeFilter label={noteFields.stage} {...filters.of('stage')} />
          <BranchFilter label={noteFields.branch} {...filters.of('branch')} />
          <SubjectFilter label={noteFields.subject} {...filters.of('subject')} grade={stage} />
          <SchoolYearFilter label={noteFields.releaseYear} {...filters.of('year')} />
          <StateFilter {...filters.of('state')} />
          <MissingFilter {...filters.of('missing')} parts={missingParts} />
        </FilterBar>
      }
    />
  )
}
