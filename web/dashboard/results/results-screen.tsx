import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { countedNouns, formatDate, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import type { Result } from '#contract/resources/result.ts'
import { api } from '#web/api-client.ts'
import { BranchOptions, CityOptions, MinisterialGradeOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { useDeleteRecord } from '../standard/delete-record.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { RowActions } from '../standard/row-actions.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'

const filterNames = ['stage', 'branch', 'city', 'search', 'missing'] as const

/** `/dashboard/results`. Source: S3.4. */
export function ResultsScreen() {
  const filters = useListFilters(filterNames)
  const { stage, branch, city, search, missing } = filters.values
  const call = {
    limit: limits.staffRowsPerPage,
    offset: (filters.page - 1) * limits.staffRowsPerPage,
    stage,
    branch,
    city,
    search,
    missing,
  }
  const query = useQuery({
    queryKey: [apiPaths.results, 'list', call],
    queryFn: ({ signal }) => api.getCounted<Result>(apiPaths.results, { query: call, signal }),
    placeholderData: keepPreviousData,
  })
  const deletion = useDeleteRecord({
    path: apiPaths.results,
    question: 'هل أنت متأكد من حذف هذه النتيجة؟',
    deleted: 'حُذفت النتيجة.',
    restored: 'استُعيدت النتيجة.',
  })

  return (
    <>
      <StaffList
        title="النتائج"
        noun={countedNouns.result}
        add={{ to: dashboardPaths.add(dashboardPaths.results), label: 'إضافة نتيجة', drafts: 'results/new' }}
        isFiltered={filters.isFiltered}
        query={query}
        page={filters.page}
        addressOfPage={filters.addressOfPage}
        filters={
          <FilterBar isFiltered={filters.isFiltered} onReset={filters.reset}>
            <SearchBox
              value={search}
              onChange={text => filters.set('search', text)}
              placeholder="ابحث في النتائج"
            />
            <FilterSelect
              label="الصف"
              all="كل الصفوف"
              value={stage}
              onChange={code => filters.set('stage', code)}
            >
              <MinisterialGradeOptions isShort />
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
              label="المدينة"
              all="كل المدن"
              value={city}
              onChange={code => filters.set('city', code)}
            >
              <CityOptions />
            </FilterSelect>
            <MissingFilter
              value={missing}
              labels={{ file: 'بلا ملف' }}
              onClear={() => filters.set('missing', '')}
            />
          </FilterBar>
        }
      >
        {results => <ResultsTable results={results} onDelete={deletion.ask} />}
      </StaffList>
      {deletion.dialog}
    </>
  )
}

interface ResultsTableProps {
  results: Result[]
  onDelete: (record: { id: string; name: string }) => void
}

function ResultsTable({ results, onDelete }: ResultsTableProps) {
  const { search } = useLocation()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">المدينة</th>
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
        {results.map(result => (
          <tr key={result.id}>
            <th scope="row">
              <bdi>{result.city}</bdi> <DamageTag files={[result.file]} />
              <small className="table__note">
                {[roundLabel(result.try), result.school].filter(Boolean).join(' · ')}
              </small>
            </th>
            <td data-label="الصف">{grades[result.stage].shortLabel}</td>
            <td data-label="الفرع">{result.branch ? branchLabels[result.branch] : '—'}</td>
            <td data-label="السنة" className="table__short">
              {formatPlainNumber(result.releaseYear)}
            </td>
            <td data-label="تاريخ الإضافة" className="table__short">
              {formatDate(result.createdAt)}
            </td>
            <td className="table__actions">
              <RowActions
                name={nameOf(result)}
                editAddress={dashboardPaths.edit(dashboardPaths.results, result.id)}
                back={search}
                siteAddress={paths.resultsOfGrade(result.stage)}
                onDelete={() => onDelete({ id: result.id, name: nameOf(result) })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameOf(result: Result): string {
  return [
    result.city,
    grades[result.stage].shortLabel,
    formatPlainNumber(result.releaseYear),
    roundLabel(result.try),
  ].join(' · ')
}
