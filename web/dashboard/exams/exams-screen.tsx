import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, formatDate, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { api } from '#web/api-client.ts'
import { MinisterialGradeOptions, SubjectOptions, YearOptions } from '../fields/options.tsx'
import { DamageTag } from '../parts/damage.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { useDeleteRecord } from '../standard/delete-record.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { MissingFilter } from '../standard/missing-filter.tsx'
import { RowActions } from '../standard/row-actions.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'

const filterNames = ['stage', 'subject', 'year', 'search', 'missing'] as const

/** `/dashboard/ministerial-exams`. Source: S3.5. */
export function ExamsScreen() {
  const filters = useListFilters(filterNames)
  const { stage, subject, year, search, missing } = filters.values
  const call = {
    limit: limits.staffRowsPerPage,
    offset: (filters.page - 1) * limits.staffRowsPerPage,
    stage,
    stageType: stage ? 'exact' : undefined,
    subject,
    releaseYear: year,
    search,
    missing,
  }
  const query = useQuery({
    queryKey: [apiPaths.exams, 'list', call],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: { exams: Exam[]; total: number } }>(apiPaths.exams, {
        query: call,
        signal,
      })
      return { items: data.exams, total: data.total }
    },
    placeholderData: keepPreviousData,
  })
  const deletion = useDeleteRecord({
    path: apiPaths.exams,
    question: 'هل أنت متأكد من حذف هذا الامتحان؟',
    deleted: 'حُذف الامتحان.',
    restored: 'استُعيد الامتحان.',
  })

  return (
    <>
      <StaffList
        title="الأسئلة الوزارية"
        noun={countedNouns.exam}
        add={{ to: dashboardPaths.add(dashboardPaths.exams), label: 'إضافة امتحان', drafts: 'exams/new' }}
        isFiltered={filters.isFiltered}
        query={query}
        page={filters.page}
        addressOfPage={filters.addressOfPage}
        filters={
          <FilterBar isFiltered={filters.isFiltered} onReset={filters.reset}>
            <SearchBox
              value={search}
              onChange={text => filters.set('search', text)}
              placeholder="ابحث في الأسئلة الوزارية"
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
              <YearOptions chosen={year} />
            </FilterSelect>
            <MissingFilter
              value={missing}
              labels={{ file: 'بلا صور' }}
              onClear={() => filters.set('missing', '')}
            />
          </FilterBar>
        }
      >
        {exams => <ExamsTable exams={exams} onDelete={deletion.ask} />}
      </StaffList>
      {deletion.dialog}
    </>
  )
}

interface ExamsTableProps {
  exams: Exam[]
  onDelete: (record: { id: string; name: string }) => void
}

function ExamsTable({ exams, onDelete }: ExamsTableProps) {
  const { search } = useLocation()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">العنوان</th>
          <th scope="col">المادة</th>
          <th scope="col">الصف</th>
          <th scope="col">السنة</th>
          <th scope="col">الدور</th>
          <th scope="col">تاريخ الإضافة</th>
          <th scope="col">
            <span className="visually-hidden">إجراءات</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {exams.map(exam => (
          <tr key={exam.id}>
            <th scope="row">
              <div className="table__title">
                <Thumbnail image={exam.files[0]} subject={exam.subject} />
                <bdi>{exam.title}</bdi>
                <DamageTag files={exam.pages} />
              </div>
            </th>
            <td data-label="المادة">{subjectLabels[exam.subject]}</td>
            <td data-label="الصف">{grades[exam.stage].shortLabel}</td>
            <td data-label="السنة" className="table__short">
              {formatPlainNumber(exam.releaseYear)}
            </td>
            <td data-label="الدور" className="table__short">
              {roundLabel(exam.try) || '—'}
            </td>
            <td data-label="تاريخ الإضافة" className="table__short">
              {formatDate(exam.createdAt)}
            </td>
            <td className="table__actions">
              <RowActions
                name={exam.title}
                editAddress={dashboardPaths.edit(dashboardPaths.exams, exam.id)}
                back={search}
                siteAddress={paths.exam(exam.id)}
                onDelete={() => onDelete({ id: exam.id, name: exam.title })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
