import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { branchCodes } from '#contract/codes/branches.ts'
import { hasBranches, isGradeCode, isMinisterialGradeCode, type GradeCode } from '#contract/codes/grades.ts'
import { formatNumber } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import { coverageBoards, type Coverage, type CoverageBoard } from '#contract/resources/coverage.ts'
import { api } from '#web/api-client.ts'
import { BranchOptions, GradeOptions, MinisterialGradeOptions } from '../fields/options.tsx'
import { FigureTiles } from '../parts/figure-tiles.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { addressOfMissing } from '../standard/preset.ts'
import { boardOf, namedRow, type Board } from './board.ts'
import { CoverageTable } from './coverage-table.tsx'
import { placeName, wishWords } from './place-words.ts'

const title = 'التغطية'
const filterNames = ['board', 'stage', 'branch'] as const
const boardLabels: Record<CoverageBoard, string> = {
  exams: 'الأسئلة الوزارية',
  books: 'الكتب والملازم',
  results: 'النتائج',
}
const usualGrade = 'SIXTH_PREPARATORY'
const wantedShown = 12

/** What the address asks for, as far as a board can show it. */
function askedOf(values: Record<(typeof filterNames)[number], string>) {
  const board = coverageBoards.find(name => name === values.board) ?? 'exams'
  const isOffered = (stage: string): stage is GradeCode =>
    board === 'books' ? isGradeCode(stage) : isMinisterialGradeCode(stage)
  const stage: GradeCode = isOffered(values.stage) ? values.stage : usualGrade
  const isParted = board !== 'exams' && hasBranches(stage)
  return {
    board,
    stage,
    isParted,
    branch: isParted ? branchCodes.find(code => code === values.branch) : undefined,
  }
}

/** `/dashboard/coverage`: what there is of a grade, what is missing and looked for; each gap leads to its form. Source: S16.2. */
export function CoverageScreen() {
  usePageTitle(title)
  const filters = useListFilters(filterNames)
  const { board, stage, branch, isParted } = askedOf(filters.values)
  const [year] = useState(() => new Date().getFullYear())
  const query = useQuery({
    queryKey: [apiPaths.coverage, board, stage, branch],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Coverage }>(apiPaths.coverage, { query: { board, stage, branch }, signal }))
        .data,
    staleTime: 0,
  })
  const laidOut = query.data ? boardOf({ board, stage, year }, query.data) : undefined
  return (
    <section className="screen coverage" aria-labelledby="screen-title">
      <header className="screen__header">
        <h1 id="screen-title">{title}</h1>
        <div className="row screen__choice">
          <select
            className="input"
            aria-label="النوع"
            value={board}
            onChange={event => filters.of('board').onChange(event.target.value)}
          >
            {coverageBoards.map(name => (
              <option key={name} value={name}>
                {boardLabels[name]}
              </option>
            ))}
          </select>
          <select
            className="input"
            aria-label="الصف"
            value={stage}
            onChange={event => filters.of('stage').onChange(event.target.value)}
          >
            {board === 'books' ? <GradeOptions isShort /> : <MinisterialGradeOptions isShort />}
          </select>
          {isParted ? (
            <select
              className="input"
              aria-label="الفرع"
              value={branch ?? 'all'}
              onChange={event => filters.of('branch').onChange(event.target.value)}
            >
              <option value="all">كل الفروع</option>
              <BranchOptions />
            </select>
          ) : null}
        </div>
      </header>
      {query.isError ? (
        <QueryError title={query.data ? 'تعذر تحديث التغطية' : 'تعذر تحميل التغطية'} query={query} />
      ) : null}
      {laidOut ? (
        <>
          <Tiles board={laidOut} />
          <div className="coverage__both">
            <CoverageTable
              board={laidOut}
              name={board}
              stage={stage}
              branch={branch}
              label={boardLabels[board]}
            />
            <Wanted board={laidOut} stage={stage} branch={branch} />
          </div>
        </>
      ) : query.isError ? null : (
        <div role="status">
          <span className="visually-hidden">جاري التحميل...</span>
          <Skeleton height="24rem" />
        </div>
      )}
    </section>
  )
}

function Tiles({ board: { filled, hidden, expected, wanted } }: { board: Board }) {
  const percent = expected === 0 ? undefined : Math.floor((filled / expected) * 100)
  const tiles = [
    {
      label: `منشور ${formatNumber(filled)} من ${formatNumber(expected)}`,
      value: percent === undefined ? '—' : `٪${formatNumber(percent)}`,
    },
    { label: 'مكتوب ولا يراه الطلبة', value: formatNumber(hidden) },
    { label: 'يُبحث عنه وهو ناقص', value: formatNumber(wanted.length) },
  ]
  return <FigureTiles tiles={tiles} />
}

/** What students look for in vain, the most wanted first. */
function Wanted({ board, stage, branch }: { board: Board; stage: GradeCode; branch: string | undefined }) {
  return (
    <section className="card coverage__wanted" aria-labelledby="wanted-title">
      <h2 id="wanted-title">الأولى بالإضافة</h2>
      {board.wanted.length === 0 ? <p className="muted">لا بحث عن ناقص من هذا الصف.</p> : null}
      <ul>
        {board.wanted.slice(0, wantedShown).map(wish => (
          <li key={placeName(wish)}>
            <Link
              to={addressOfMissing(wish.kind, {
                ...namedRow(wish),
                releaseYear: wish.releaseYear,
                try: wish.try,
                stage,
                branch,
              })}
            >
              {placeName(wish)}
            </Link>
            <small className="muted">{wishWords(wish)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
