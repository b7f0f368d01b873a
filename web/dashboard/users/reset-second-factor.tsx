import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { ManagedUser } from '#contract/resources/account.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { Banner } from '../parts/states.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'

/** Takes the second step from somebody who has lost the telephone, after a question. */
export function ResetSecondFactor({ user, onDone }: { user: ManagedUser; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const resetting = useMutation({
    mutationFn: () => api.delete(`${apiPaths.users}/${user.id}/second-factor`),
    onSuccess: async () => {
      await refreshAfterWrite(queryClient, apiPaths.users)
      notify('success', 'أُلغي التحقق بخطوتين ومفاتيح المرور، وانتهت جلسات المستخدم.')
      onDone()
    },
    onError: error => notify('error', `تعذر الإلغاء. ${messageOf(error)}`),
  })
  if (!isAsked)
    return (
      <div className="row">
        <Button icon={<ShieldOff aria-hidden />} onClick={() => setIsAsked(true)}>
          فقد هاتفه: ألغِ التحقق بخطوتين
        </Button>
      </div>
    )
  return (
    <Banner
      tone="warning"
      actions={
        <Button
          look="danger"
          busyLabel={resetting.isPending && 'جاري الإلغاء...'}
          onClick={() => resetting.mutate()}
        >
          نعم، ألغِه
        </Button>
      }
    >
      تأكد أولاً أن الطلب منه هو. تُحذف رموزه ومفاتيح مروره، وبعدها تكفي كلمة مروره للدخول، وتنتهي جلساته الآن.
    </Banner>
  )
}
