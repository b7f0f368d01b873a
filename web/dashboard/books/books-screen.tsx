import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { stampNames } from '#contract/field-names.ts'
import { countedNouns, formatDate, formatDateTime, formatSchoolYear } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { bookFields } from '#contract/resources/book.ts'
import { missingParts } from '#contract/resources/missing-filter.ts'
import type { StaffBook } from '#contract/resources/book.ts'
import { BranchOptions, GradeOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { FileCell } from '../parts/file-cell.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import type { BatchField } from '../standard/batch-dialogs.tsx'
import { FilterBar } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { recordName } from '../standard/record-facts.ts'
import { RecordList } from '../standard/record-list.tsx'
import { BranchFilter, GradeFilter, SchoolYearFilter, SubjectFilter } from '../standard/school-filters.tsx'
import { StateFilter } from '../standard/record-state.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { noValue } from '../standard/table.tsx'
import type { RecordColumns } from '../standard/table.tsx'

const filterNames = ['stage', 'branch', 'subject', 'year', 'search', 'missing', 'state'] as const

const columns: RecordColumns<StaffBook> = [
  {
    name: 'title',
    label: bookFields.title,
    cell: book => (
      <div className="table__title">
        <Thumbnail image={book.image} subject={book.subject} />
        <bdi>{book.title}</bdi>
        <DamageTag files={[book.file]} image={book.imageFile} all={book.damagedFiles} />
      </div>
    ),
  },
  {
    name: 'subject',
    label: bookFields.subject,
    cell: book => subjectLabels[book.subject],
  },
  {
    name: 'stage',
    label: bookFields.stage,
    cell: book => grades[book.stage].shortLabel,
  },
  {
    name: 'branch',
    label: bookFields.branch,
    cell: book => (book.branch ? branchLabels[book.branch] : noValue),
  },
  {
    name: 'releaseYear',
    label: bookFields.releaseYear,
    cell: book => formatSchoolYear(book.releaseYear),
    className: 'table__short',
  },
  {
    name: 'file',
    label: 'الملف',
    cell: book => <FileCell addresses={[book.directLink]} files={[book.file]} />,
    className: 'table__short',
  },
  {
    name: 'createdAt',
    label: stampNames.createdAt,
    cell: book => formatDate(book.createdAt),
    className: 'table__short',
    isExtra: true,
  },
  {
    name: 'updatedAt',
    label: stampNames.updatedAt,
    cell: book => formatDateTime(book.updatedAt),
    className: 'table__short',
    isExtra: true,
  },
]

const batchFields: readonly BatchField[] = [
  { name: 'stage', label: bookFields.stage, options: <GradeOptions /> },
  { name: 'branch', label: bookFields.branch, options: <BranchOptions />, none: 'بلا فرع' },
  { name: 'subject', label: bookFields.subject, options: <SubjectOptions /> },
  { name: 'releaseYear', label: bookFields.releaseYear, options: <YearOptions isSchoolYear /> },
]

/** `/dashboard/books`. Source: S3.3. */
export function BooksScreen() {
  const filters = useListFilters(filterNames)
  const { stage, branch, subject, year, search, missing, state } = filters.values
  return (
    <RecordList
      kind="book"
      noun={countedNouns.book}
      add="إضافة كتاب"
      position={filters}
      wanted={{
        stage,
        stageType: stage ? 'exact' : undefined,
        branch,
        category: subject,
        releaseYear: year,
        search,
        missing,
        state,
      }}
      columns={columns}
      nameOf={recordName}
      siteAddressOf={book => paths.book(book.id)}
      deletion={{
        question: 'هل أنت متأكد من حذف هذا الكتاب؟',
        deleted: name => `حُذف الكتاب «${name}».`,
        restored: name => `استُعيد الكتاب «${name}».`,
      }}
      batchFields={batchFields}
      filters={
        <FilterBar
          filters={filters}
          search={<SearchBox {...filters.of('search')} placeholder="ابحث في الكتب" />}
        >
          <GradeFilter label={bookFields.stage} {...filters.of('stage')} />
          <BranchFilter label={bookFields.branch} {...filters.of('branch')} />
          <SubjectFilter label={bookFields.subject} {...filters.of('subject')} grade={stage} />
          <SchoolYearFilter label={bookFields.releaseYear} {...filters.of('year')} />
          <StateFilter {...filters.of('state')} />
          <MissingFilter {...filters.of('missing')} parts={missingParts} />
        </FilterBar>
      }
    />
  )
}
