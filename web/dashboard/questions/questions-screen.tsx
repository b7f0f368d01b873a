import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Combine, Split } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
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
import { useSelection } from '../standard/selection.ts'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'
import { joinOf, nameOfGroup, partOf } from './judge.ts'

const filterNames = ['stage', 'subject', 'search'] as const

/** A group under the name of its newest question. */
type NamedGroup = QuestionGroup & { id: string }

async function fetchGroups(request: PageRequest): Promise<ListPage<NamedGroup>> {
  const { data } = await api.get<{ data: ListPage<QuestionGroup> }>(apiPaths.questions, request)
  return { ...data, items: data.items.map(group => ({ ...group, id: nameOfGroup(group) })) }
}

/** `/dashboard/questions`: which questions ask the same, and what staff say of it. Source: S20.1, S20.2. */
export function QuestionsScreen() {
  const queryClient = useQueryClient()
  const filters = useListFilters(filterNames)
  const { stage, subject } = filters.values
  /* What was chosen of one subject is none of the next one. */
  const selection = useSelection<NamedGroup>(`${stage} ${subject}`)
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
      selection.clear()
      const undo = () => void judge(data.verdicts, 'عاد كل شيء كما كان.', true)
      notify('success', said, isUndo ? undefined : { label: 'تراجع', run: undo })
    } catch (error) {
      notify('error', `تعذر حفظ رأيك في الأسئلة. ${messageOf(error)}`)
    } finally {
      await refreshAfterWrite(queryClient, apiPaths.questions)
      setIsJudging(false)
    }
  }

  const joined = joinOf([...selection.chosen.values()])
  const isTooMany = joined.length > limits.maxQuestionVerdicts

  return (
    <StaffList
      title="الأسئلة المتكررة"
      noun={staffNouns.question}
      position={filters}
      query={query}
      perPage={limits.questionsPerPage}
      actions={
        <Button
          icon={<Combine aria-hidden />}
          disabled={selection.chosen.size < 2 || isTooMany || isJudging}
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
              key={group.id}
              group={group}
              isChosen={selection.chosen.has(group.id)}
              isOld={query.isPlaceholderData}
              isJudging={isJudging}
              onChoose={isOn => selection.toggle(group, isOn, false, groups)}
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
  /** What is asked for has not come: the group is of what was shown before. */
  isOld: boolean
  isJudging: boolean
  onChoose: (isOn: boolean) => void
  onPart: (place: QuestionPlace) => void
}

function GroupCard({ group, isChosen, isOld, isJudging, onChoose, onPart }: GroupCardProps) {
  const { places } = group
  return (
    <li className="message">
      <label className="message__head">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOld}
          onChange={event => onChoose(event.target.checked)}
        />
        <span dir="auto">{places[0]?.text}</span>
      </label>
      <ul>
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
                    disabled={isOld || isJudging}
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
