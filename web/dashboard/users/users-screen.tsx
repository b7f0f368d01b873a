import { useQuery } from '@tanstack/react-query'
import { Pencil, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { roleLabels } from '#contract/codes/roles.ts'
import { countedNouns, formatDateTime } from '#contract/format.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { ManagedUser } from '#contract/resources/account.ts'
import { api } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { useUser } from '../session/session.ts'
import { StaffList } from '../standard/staff-list.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'

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
        noun={countedNouns.user}
        isFiltered={false}
        query={query}
        page={1}
        perPage={query.data?.total || 1}
        addressOfPage={() => '.'}
        actions={
          <Button look="primary" icon={<UserPlus aria-hidden />} onClick={() => setIsAdding(true)}>
            إضافة مستخدم
          </Button>
        }
      >
        {users => (
          <table className="table">
            <thead>
              <tr>
                <th scope="col">الاسم</th>
                <th scope="col">البريد الإلكتروني</th>
                <th scope="col">الصلاحية</th>
                <th scope="col">الحالة</th>
                <th scope="col">آخر نشاط</th>
                <th scope="col">
                  <span className="visually-hidden">إجراءات</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {users.map(user => (
                <tr key={user.id}>
                  <th scope="row">
                    <bdi>{user.name}</bdi>
                    {user.id === me.id ? <small className="table__note">أنت</small> : null}
                  </th>
                  <td data-label="البريد الإلكتروني">
                    <bdi dir="ltr">{user.email}</bdi>
                  </td>
                  <td data-label="الصلاحية">{roleLabels[user.role]}</td>
                  <td data-label="الحالة">
                    <span className={user.isDisabled ? 'tag tag--danger' : 'tag tag--success'}>
                      {user.isDisabled ? 'معطل' : 'فعال'}
                    </span>
                  </td>
                  <td data-label="آخر نشاط">
                    {user.lastSeenAt ? formatDateTime(user.lastSeenAt) : 'لم يدخل بعد'}
                  </td>
                  <td className="table__actions">
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
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </StaffList>
      {isAdding ? <AddUserDialog onClose={() => setIsAdding(false)} /> : null}
      {edited ? (
        <EditUserDialog user={edited} isMe={edited.id === me.id} onClose={() => setEdited(undefined)} />
      ) : null}
    </>
  )
}
