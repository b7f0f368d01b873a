import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, formatDate, formatSchoolYear } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import { api } from '#web/api-client.ts'
import { BranchOptions, GradeOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { useDeleteRecord } from '../standard/delete-record.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { RowActions } from '../standard/row-actions.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'

const filterNames = ['stage', 'branch', 'subject', 'year', 'search', 'missing'] as const

/** `/dashboard/books`. Source: S3.3. */
export function BooksScreen() {
  const filters = useListFilters(filterNames)
  const { stage, branch, subject, year, search, missing } = filters.values
  const call = {
    limit: limits.staffRowsPerPage,
    offset: (filters.page - 1) * limits.staffRowsPerPage,
    stage,
    stageType: stage ? 'exact' : undefined,
    branch,
    category: subject,
    releaseYear: year,
    search,
    missing,
  }
  const query = useQuery({
    queryKey: [apiPaths.books, 'list', call],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: { books: Book[]; total: number } }>(apiPaths.books, {
        query: call,
        signal,
      })
      return { items: data.books, total: data.total }
    },
    placeholderData: keepPreviousData,
  })
  const deletion = useDeleteRecord({
    path: apiPaths.books,
    question: 'هل أنت متأكد من حذف هذا الكتاب؟',
    deleted: 'حُذف الكتاب.',
    restored: 'استُعيد الكتاب.',
  })

  return (
    <>
      <StaffList
        title="الكتب"
        noun={countedNouns.book}
        add={{ to: dashboardPaths.add(dashboardPaths.books), label: 'إضافة كتاب', drafts: 'books/new' }}
        isFiltered={filters.isFiltered}
        query={query}
        page={filters.page}
        addressOfPage={filters.addressOfPage}
        filters={
          <FilterBar isFiltered={filters.isFiltered} onReset={filters.reset}>
            <SearchBox
              value={search}
              onChange={text => filters.set('search', text)}
              placeholder="ابحث في الكتب"
            />
            <FilterSelect
              label="الصف"
              all="كل الصفوف"
              value={stage}
              onChange={code => filters.set('stage', code)}
            >
              <GradeOptions isShort />
            </FilterSelect>
            <FilterSelect
              label="الفرع"
              all="كل الفروع"
              value={branch}
              onChange={code => filters.set('branch', code)}
            >
              <BranchOptions />
            </FilterSelect>
            <FilterSelect
              label="المادة"
              all="كل المواد"
              value={subject}
              onChange={code => filters.set('subject', code)}
            >
              <SubjectOptions grade={stage} />
            </FilterSelect>
            <FilterSelect
              label="السنة"
              all="كل السنوات"
              value={year}
              onChange={code => filters.set('year', code)}
            >
              <YearOptions isSchoolYear chosen={year} />
            </FilterSelect>
            <MissingFilter
              value={missing}
              labels={{ file: 'بلا ملف', image: 'بلا صورة غلاف' }}
              onClear={() => filters.set('missing', '')}
            />
          </FilterBar>
        }
      >
        {books => <BooksTable books={books} onDelete={deletion.ask} />}
      </StaffList>
      {deletion.dialog}
    </>
  )
}

interface BooksTableProps {
  books: Book[]
  onDelete: (record: { id: string; name: string }) => void
}

function BooksTable({ books, onDelete }: BooksTableProps) {
  const { search } = useLocation()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">العنوان</th>
          <th scope="col">المادة</th>
          <th scope="col">الصف</th>
          <th scope="col">الفرع</th>
          <th scope="col">السنة</th>
          <th scope="col">تاريخ الإضافة</th>
          <th scope="col">
            <span className="visually-hidden">إجراءات</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {books.map(book => (
          <tr key={book.id}>
            <th scope="row">
              <div className="table__title">
                <Thumbnail image={book.image} subject={book.subject} />
                <bdi>{book.title}</bdi>
                <DamageTag files={[book.file]} />
              </div>
            </th>
            <td data-label="المادة">{subjectLabels[book.subject]}</td>
            <td data-label="الصف">{grades[book.stage].shortLabel}</td>
            <td data-label="الفرع">{book.branch ? branchLabels[book.branch] : '—'}</td>
            <td data-label="السنة" className="table__short">
              {formatSchoolYear(book.releaseYear)}
            </td>
            <td data-label="تاريخ الإضافة" className="table__short">
              {formatDate(book.createdAt)}
            </td>
            <td className="table__actions">
              <RowActions
                name={book.title}
                editAddress={dashboardPaths.edit(dashboardPaths.books, book.id)}
                back={search}
                siteAddress={paths.book(book.id)}
                onDelete={() => onDelete({ id: book.id, name: book.title })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
