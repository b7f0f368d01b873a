import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail, MailOpen, Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { contactSubjects } from '#contract/resources/contact-message.ts'
import type { ContactMessage } from '#contract/resources/contact-message.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { DeleteDialog } from '../standard/delete-record.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { listQuery } from '../standard/list-query.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffList } from '../standard/staff-list.tsx'

const filterNames = ['unread'] as const

async function fetchMessages(request: PageRequest) {
  const { messages, total } = await api.get<{ messages: ContactMessage[]; total: number }>(
    apiPaths.contact,
    request,
  )
  return { items: messages, total }
}

/** `/dashboard/inbox`: what visitors wrote through the contact form. Source: S10.2. */
export function InboxScreen() {
  const queryClient = useQueryClient()
  const filters = useListFilters(filterNames)
  const [removed, setRemoved] = useState<ContactMessage | undefined>()
  const query = useQuery({
    ...listQuery({
      queryKey: [apiPaths.contact, 'list'],
      page: filters.page,
      perPage: limits.logRowsPerPage,
      wanted: filters.values,
      fetchPage: fetchMessages,
    }),
    staleTime: 0,
  })

  const mark = async (message: ContactMessage, isRead: boolean) => {
    try {
      await api.put(`${apiPaths.contact}/${message.id}`, { isRead })
      await refreshAfterWrite(queryClient, apiPaths.contact)
    } catch (error) {
      notify('error', `تعذر تغيير حالة الرسالة. ${messageOf(error)}`)
    }
  }
  const remove = async (message: ContactMessage) => {
    await api.delete(`${apiPaths.contact}/${message.id}`)
    setRemoved(undefined)
    notify('success', 'حُذفت الرسالة.')
    await refreshAfterWrite(queryClient, apiPaths.contact)
  }

  return (
    <>
      <StaffList
        title="الرسائل"
        noun={staffNouns.message}
        position={filters}
        query={query}
        perPage={limits.logRowsPerPage}
        filters={
          <FilterBar filters={filters}>
            <FilterSelect label="الحالة" all="كل الرسائل" {...filters.of('unread')}>
              <option value="1">غير المقروءة</option>
            </FilterSelect>
          </FilterBar>
        }
      >
        {messages => (
          <ul className="messages">
            {messages.map(message => (
              <MessageCard
                key={message.id}
                message={message}
                onMark={isRead => void mark(message, isRead)}
                onRemove={() => setRemoved(message)}
              />
            ))}
          </ul>
        )}
      </StaffList>
      {removed ? (
        <DeleteDialog
          name={`${removed.name} · ${contactSubjects[removed.subject]}`}
          question="هل أنت متأكد من حذف هذه الرسالة؟"
          onClose={() => setRemoved(undefined)}
          onDelete={() => remove(removed)}
        />
      ) : null}
    </>
  )
}

interface MessageCardProps {
  message: ContactMessage
  onMark: (isRead: boolean) => void
  onRemove: () => void
}

function MessageCard({ message, onMark, onRemove }: MessageCardProps) {
  const isRead = message.readAt !== null
  return (
    <li className="message" data-unread={!isRead || undefined}>
      <p className="message__head">
        {isRead ? null : <span className="tag tag--gold">جديدة</span>}
        <strong>
          <bdi>{message.name}</bdi>
        </strong>
        <span className="tag">{contactSubjects[message.subject]}</span>
        <time className="muted" dateTime={message.createdAt}>
          {formatDateTime(message.createdAt)}
        </time>
      </p>
      <p className="message__text" dir="auto">
        {message.message}
      </p>
      <div className="row">
        {message.email ? (
          <a className="button is-quiet" href={`mailto:${message.email}`}>
            <Reply aria-hidden />
            <bdi dir="ltr">{message.email}</bdi>
          </a>
        ) : null}
        <Button
          look="quiet"
          icon={isRead ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
          onClick={() => onMark(!isRead)}
        >
          {isRead ? 'تحديد كغير مقروءة' : 'تحديد كمقروءة'}
        </Button>
        <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={onRemove}>
          حذف
        </Button>
      </div>
    </li>
  )
}
