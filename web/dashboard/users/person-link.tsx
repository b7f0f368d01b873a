import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link2, Link2Off } from 'lucide-react'
import { formatDateTime } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import type { AccountLink, ManagedUser } from '#contract/resources/account.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'

interface PersonLinkProps {
  user: ManagedUser
  onMade: (link: AccountLink) => void
  onDone: () => void
}

/** Makes a link with which somebody sets the own password, and withdraws one that was handed over. */
export function PersonLink({ user, onMade, onDone }: PersonLinkProps) {
  const queryClient = useQueryClient()
  const address = apiPaths.accountLinks(user.id)
  const refresh = () => refreshAfterWrite(queryClient, apiPaths.users)
  const making = useMutation({
    mutationFn: () => api.post<{ link: AccountLink }>(address, {}),
    onSuccess: async ({ link }) => {
      await refresh()
      onMade(link)
    },
    onError: error => notify('error', `تعذر إنشاء الرابط. ${messageOf(error)}`),
  })
  const withdrawing = useMutation({
    mutationFn: () => api.delete(address),
    onSuccess: async () => {
      await refresh()
      notify('success', 'سُحب الرابط، ولم يعد يعمل.')
      onDone()
    },
    onError: error => notify('error', `تعذر سحب الرابط. ${messageOf(error)}`),
  })
  return (
    <div className="stack">
      <p className="field__label">{user.hasPassword ? 'كلمة المرور' : 'الدعوة'}</p>
      <p className="muted">{stateOf(user)}</p>
      <div className="row">
        <Button
          icon={<Link2 aria-hidden />}
          busyLabel={making.isPending && 'جاري إنشاء الرابط...'}
          onClick={() => making.mutate()}
        >
          {user.hasPassword ? 'رابط لكلمة مرور جديدة' : 'رابط دعوة جديد'}
        </Button>
        {isOpen(user) ? (
          <Button
            look="danger"
            icon={<Link2Off aria-hidden />}
            busyLabel={withdrawing.isPending && 'جاري السحب...'}
            onClick={() => withdrawing.mutate()}
          >
            سحب الرابط
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function isOpen({ linkExpiresAt }: ManagedUser): boolean {
  return linkExpiresAt !== null && new Date(linkExpiresAt) > new Date()
}

function stateOf(user: ManagedUser): string {
  if (user.linkExpiresAt !== null && isOpen(user))
    return `لديه رابط يعمل مرة واحدة حتى ${formatDateTime(user.linkExpiresAt)}. الرابط الجديد يُبطله.`
  if (user.hasPassword) return 'نسيها؟ سلّمه رابطاً يختار به كلمة مرور جديدة، وتنتهي به جلساته.'
  return user.linkExpiresAt === null
    ? 'سُحبت دعوته قبل أن يقبلها. أنشئ رابطاً جديداً وسلّمه إياه.'
    : 'انتهت مدة دعوته قبل أن يقبلها. أنشئ رابطاً جديداً وسلّمه إياه.'
}
