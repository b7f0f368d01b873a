import { useQuery } from '@tanstack/react-query'
import { Pencil, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { roleLabels } from '#contract/codes/roles.ts'
import { formatDateTime } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { ManagedUser } from '#contract/resources/account.ts'
import { api } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { useUser } from '../session/session.ts'
import { onlyPage } from '../standard/list-filters.ts'
import { StaffList } from '../standard/staff-list.tsx'
import { Table } from '../standard/table.tsx'
import type { Columns } from '../standard/table.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'

function columnsFor(myId: string): Columns<ManagedUser> {
  return [
    {
      label: 'الاسم',
      cell: user => (
        <>
          <bdi>{user.name}</bdi>
          {user.id === myId ? <small className="table__note">أنت</small> : null}
        </>
      ),
    },
    { label: 'البريد الإلكتروني', cell: user => <bdi dir="ltr">{user.email}</bdi> },
    { label: 'الصلاحية', cell: user => roleLabels[user.role] },
    {
      label: 'الحالة',
      cell: user => {
        const { look, text } = stateOf(user)
        return <span className={look}>{text}</span>
      },
    },
    {
      label: 'آخر نشاط',
      cell: ({ lastSeenAt, firstSignInAt }) => {
        if (lastSeenAt) return formatDateTime(lastSeenAt)
        return firstSignInAt ? 'لا جلسة مفتوحة' : 'لم يدخل بعد'
      },
    },
  ]
}

function stateOf({ isDisabled, hasPassword, linkExpiresAt }: ManagedUser) {
  if (isDisabled) return { look: 'tag tag--danger', text: 'معطل' }
  if (hasPassword) return { look: 'tag tag--success', text: 'فعال' }
  if (linkExpiresAt === null) return { look: 'tag', text: 'سُحبت دعوته' }
  return new Date(linkExpiresAt) > new Date()
    ? { look: 'tag tag--gold', text: 'مدعو' }
    : { look: 'tag', text: 'انتهت دعوته' }
}

/** `/dashboard/users`: who may work here; for administrators. */
export function UsersScreen() {
  const me = useUser()
  const [isAdding, setIsAdding] = useState(false)
  const [edited, setEdited] = useState<ManagedUser | undefined>()
  const query = useQuery({
    queryKey: [apiPaths.users, 'list'],
    queryFn: async ({ signal }) => {
      const { users } = await api.get<{ users: ManagedUser[] }>(apiPaths.users, { signal })
      return { items: users, total: users.length }
    },
    enabled: me.role === 'admin',
  })
  if (me.role !== 'admin') return <Navigate to={dashboardPaths.overview} replace />

  return (
    <>
      <StaffList
        title="المستخدمون"
        noun={staffNouns.user}
        position={onlyPage}
        query={query}
        perPage={query.data?.total || 1}
        actions={
          <Button look="primary" icon={<UserPlus aria-hidden />} onClick={() => setIsAdding(true)}>
            إضافة مستخدم
          </Button>
        }
      >
        {users => (
          <Table
            rows={users}
            columns={columnsFor(me.id)}
            renderActions={user => (
              <div className="row-actions">
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`تعديل: ${user.name}`}
                  onClick={() => setEdited(user)}
                >
                  <Pencil aria-hidden />
                </button>
              </div>
            )}
          />
        )}
      </StaffList>
      {isAdding ? <AddUserDialog onClose={() => setIsAdding(false)} /> : null}
      {edited ? (
        <EditUserDialog user={edited} isMe={edited.id === me.id} onClose={() => setEdited(undefined)} />
      ) : null}
    </>
  )
}
