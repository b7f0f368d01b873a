import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, formatDate, formatSchoolYear } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, paths } from '#contract/paths.ts'
import type { Note } from '#contract/resources/note.ts'
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

const filterNames = ['stage', 'branch', 'subject', 'teacher', 'year', 'search', 'missing'] as const

/** `/dashboard/malazimas`. Source: S3.3. */
export function NotesScreen() {
  const filters = useListFilters(filterNames)
  const { stage, branch, subject, teacher, year, search, missing } = filters.values
  const call = {
    limit: limits.staffRowsPerPage,
    offset: (filters.page - 1) * limits.staffRowsPerPage,
    stage,
    stageType: stage ? 'exact' : undefined,
    branch,
    subject,
    teacher,
    year,
    search,
    missing,
  }
  const query = useQuery({
    queryKey: [apiPaths.notes, 'list', call],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: { malazimas: Note[]; total: number } }>(apiPaths.notes, {
        query: call,
        signal,
      })
      return { items: data.malazimas, total: data.total }
    },
    placeholderData: keepPreviousData,
  })
  const deletion = useDeleteRecord({
    path: apiPaths.notes,
    question: 'هل أنت متأكد من حذف هذه الملزمة؟',
    deleted: 'حُذفت الملزمة.',
    restored: 'استُعيدت الملزمة.',
  })

  return (
    <>
      <StaffList
        title="الملازم"
        noun={countedNouns.note}
        add={{ to: dashboardPaths.add(dashboardPaths.notes), label: 'إضافة ملزمة', drafts: 'notes/new' }}
        isFiltered={filters.isFiltered}
        query={query}
        page={filters.page}
        addressOfPage={filters.addressOfPage}
        filters={
          <FilterBar isFiltered={filters.isFiltered} onReset={filters.reset}>
            <SearchBox
              value={search}
              onChange={text => filters.set('search', text)}
              placeholder="ابحث في الملازم"
            />
            <SearchBox
              value={teacher}
              onChange={text => filters.set('teacher', text)}
              placeholder="اسم المدرس"
              label="تصفية باسم المدرس"
              hasShortcut={false}
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
        {notes => <NotesTable notes={notes} onDelete={deletion.ask} />}
      </StaffList>
      {deletion.dialog}
    </>
  )
}

interface NotesTableProps {
  notes: Note[]
  onDelete: (record: { id: string; name: string }) => void
}

function NotesTable({ notes, onDelete }: NotesTableProps) {
  const { search } = useLocation()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">العنوان</th>
          <th scope="col">المدرس</th>
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
        {notes.map(note => (
          <tr key={note.id}>
            <th scope="row">
              <div className="table__title">
                <Thumbnail image={note.image} subject={note.subject} />
                <bdi>{note.title}</bdi>
                <DamageTag files={[note.file]} />
              </div>
            </th>
            <td data-label="المدرس">
              <bdi>{note.teacher}</bdi>
            </td>
            <td data-label="المادة">{subjectLabels[note.subject]}</td>
            <td data-label="الصف">{grades[note.stage].shortLabel}</td>
            <td data-label="الفرع">{note.branch ? branchLabels[note.branch] : '—'}</td>
            <td data-label="السنة" className="table__short">
              {formatSchoolYear(note.releaseYear)}
            </td>
            <td data-label="تاريخ الإضافة" className="table__short">
              {formatDate(note.createdAt)}
            </td>
            <td className="table__actions">
              <RowActions
                name={note.title}
                editAddress={dashboardPaths.edit(dashboardPaths.notes, note.id)}
                back={search}
                siteAddress={paths.note(note.id)}
                onDelete={() => onDelete({ id: note.id, name: note.title })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
