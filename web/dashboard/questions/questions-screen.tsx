import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Combine, Split } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { countedNouns, formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { questionName } from '#contract/question-name.ts'
import { examFields } from '#contract/resources/exam.ts'
import type {
  QuestionGroup,
  QuestionPlace,
  QuestionVerdict,
  QuestionVerdicts,
} from '#contract/resources/question.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { FilterBar } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { listQuery } from '../standard/list-query.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { MinisterialGradeFilter, SubjectFilter } from '../standard/school-filters.tsx'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'
import { joinOf, nameOfGroup, partOf } from './judge.ts'

const filterNames = ['stage', 'subject', 'search'] as const

/** Groups that are chosen, and of which grade and subject. */
interface Choice {
  scope: string
  groups: readonly QuestionGroup[]
}

async function fetchGroups(request: PageRequest) {
  return (await api.get<{ data: { items: QuestionGroup[]; total: number } }>(apiPaths.questions, request))
    .data
}

/** `/dashboard/questions`: which questions ask the same, and what staff say of it. Source: S20.1, S20.2. */
export function QuestionsScreen() {
  const queryClient = useQueryClient()
  const filters = useListFilters(filterNames)
  const { stage, subject } = filters.values
  const scope = `${stage} ${subject}`
  /* What was chosen of one subject is none of the next one. */
  const [choice, setChoice] = useState<Choice>({ scope, groups: [] })
  const chosen = choice.scope === scope ? choice.groups : []
  const setChosen = (groups: readonly QuestionGroup[]) => setChoice({ scope, groups })
  const [isJudging, setIsJudging] = useState(false)
  const query = useQuery({
    ...listQuery({
      queryKey: [apiPaths.questions, 'list'],
      page: filters.page,
      perPage: limits.questionsPerPage,
      wanted: filters.values,
      fetchPage: fetchGroups,
    }),
    staleTime: 0,
  })

  async function judge(verdicts: readonly QuestionVerdict[], said: string, isUndo = false): Promise<void> {
    setIsJudging(true)
    try {
      const { data } = await api.put<{ data: QuestionVerdicts }>(apiPaths.questionVerdicts, {
        stage,
        subject,
        verdicts,
      })
      setChosen([])
      const undo = () => void judge(data.verdicts, 'عاد كل شيء كما كان.', true)
      notify('success', said, isUndo ? undefined : { label: 'تراجع', run: undo })
    } catch (error) {
      notify('error', `تعذر حفظ رأيك في الأسئلة. ${messageOf(error)}`)
    } finally {
      setIsJudging(false)
    }
    await refreshAfterWrite(queryClient, apiPaths.questions)
  }

  const joined = joinOf(chosen)
  const isTooMany = joined.length > limits.maxQuestionVerdicts
  const toggle = (group: QuestionGroup) => {
    const name = nameOfGroup(group)
    const without = chosen.filter(each => nameOfGroup(each) !== name)
    setChosen(without.length < chosen.length ? without : [...chosen, group])
  }

  return (
    <StaffList
      title="الأسئلة المتكررة"
      noun={countedNouns.question}
      position={filters}
      query={query}
      perPage={limits.questionsPerPage}
      actions={
        <Button
          icon={<Combine aria-hidden />}
          disabled={chosen.length < 2 || isTooMany || isJudging}
          onClick={() => void judge(joined, 'جُمعت الأسئلة.')}
        >
          {isTooMany ? 'المحدد أكثر مما يُجمع مرة واحدة' : 'اجمع المحدد'}
        </Button>
      }
      filters={
        <>
          <FilterBar filters={filters}>
            <MinisterialGradeFilter label={examFields.stage} {...filters.of('stage')} />
            <SubjectFilter
              label={examFields.subject}
              {...filters.of('subject')}
              grade={isGradeCode(stage) ? stage : ''}
            />
            <SearchBox {...filters.of('search')} placeholder="كلمات من السؤال" />
          </FilterBar>
          <p className="form-section__hint">
            اختر الصف والمادة. تظهر الأسئلة التي تكررت، ومع كلمات من السؤال كل ما هي فيه، لتجمع ما تفرق.
          </p>
        </>
      }
    >
      {groups => (
        <ul className="messages">
          {groups.map(group => (
            <GroupCard
              key={nameOfGroup(group)}
              group={group}
              isChosen={chosen.some(each => nameOfGroup(each) === nameOfGroup(group))}
              onChoose={() => toggle(group)}
              onPart={place => void judge(partOf(group, place), 'فُصل السؤال.')}
            />
          ))}
        </ul>
      )}
    </StaffList>
  )
}

interface GroupCardProps {
  group: QuestionGroup
  isChosen: boolean
  onChoose: () => void
  onPart: (place: QuestionPlace) => void
}

function GroupCard({ group: { places }, isChosen, onChoose, onPart }: GroupCardProps) {
  return (
    <li className="message">
      <label className="message__head">
        <input type="checkbox" checked={isChosen} onChange={onChoose} />
        <span dir="auto">{places[0]?.text}</span>
      </label>
      <ul className="question-places">
        {places.map(place => {
          const name = nameOfPlace(place)
          return (
            <li key={`${place.examId}/${place.label}`} className="row">
              <Link to={dashboardPaths.edit(dashboardPaths.exams, place.examId)}>{name}</Link>
              {places.length > 1 ? (
                <>
                  <span className="muted" dir="auto">
                    {place.text}
                  </span>
                  <Button
                    look="quiet"
                    icon={<Split aria-hidden />}
                    aria-label={`افصل ${name}`}
                    onClick={() => onPart(place)}
                  >
                    افصل
                  </Button>
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
    </li>
  )
}

function nameOfPlace({ year, round, label }: QuestionPlace): string {
  const when = [formatPlainNumber(year), roundLabel(round, formatPlainNumber)].filter(Boolean).join(' ')
  return `${when}، ${questionName(label)}`
}
