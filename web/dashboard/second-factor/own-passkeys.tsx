import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorCatalogue } from '#contract/errors.ts'
import { formatDate, formatDateTime } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Passkey, Passkeys } from '#contract/resources/passkey.ts'
import { api } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { notify } from '../parts/notices.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'
import { sessionKey } from '../session/session.ts'
import { AddPasskey } from './add-passkey.tsx'
import { OwnPasswordForm } from './own-password-form.tsx'

/** One's own passkeys: which there are, when each was used, one more and one less. Source: S1.12. */
export function OwnPasskeys() {
  const queryClient = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | undefined>()
  const query = useQuery({
    queryKey: [apiPaths.passkeys],
    queryFn: ({ signal }) => api.get<Passkeys>(apiPaths.passkeys, { signal }),
    staleTime: 0,
  })
  const close = () => {
    setIsAdding(false)
    setRemoved(undefined)
    for (const address of [apiPaths.passkeys, apiPaths.secondFactor])
      void queryClient.invalidateQueries({ queryKey: [address] })
  }
  return (
    <section className="card panel stack" aria-labelledby="passkeys-title">
      <h2 className="panel__title" id="passkeys-title">
        مفاتيح المرور
      </h2>
      {query.isError ? <QueryError title="تعذر تحميل مفاتيح المرور" query={query} /> : null}
      {query.isPending ? <Skeleton height="5rem" /> : null}
      {query.data ? (
        <>
          <p className="muted">
            {query.data.isAvailable
              ? 'تدخل بها بقفل جهازك وحده. سجّل مفتاحين على الأقل: إن ضاع جهاز بقي الآخر.'
              : errorCatalogue.passkeys_unavailable.message}
          </p>
          <ul className="sessions" aria-label="مفاتيح المرور">
            {query.data.passkeys.map(passkey => (
              <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
            ))}
          </ul>
          {query.data.isAvailable ? (
            <div className="row">
              <Button icon={<Fingerprint aria-hidden />} onClick={() => setIsAdding(true)}>
                إضافة مفتاح مرور
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
      {isAdding ? (
        <Dialog title="إضافة مفتاح مرور" onClose={close}>
          <AddPasskey onDone={close} />
        </Dialog>
      ) : null}
      {removed ? (
        <Dialog title="حذف مفتاح مرور" onClose={close}>
          <OwnPasswordForm
            text={`لن يفتح «${removed.name}» حسابك بعد الحذف.`}
            label="حذف المفتاح"
            look="danger"
            send={async input => {
              await api.post(apiPaths.passkeyEnd, { ...input, id: removed.id })
              notify('success', 'حُذف مفتاح المرور.')
              close()
              /* Where it was the second step that a role must have, nothing else is open without it. */
              void queryClient.invalidateQueries({ queryKey: sessionKey })
            }}
          />
        </Dialog>
      ) : null}
    </section>
  )
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt, isCloneSuspected } = passkey
  return (
    <li>
      <Fingerprint aria-hidden />
      <div>
        <p>
          <bdi>{name}</bdi>
          {isCloneSuspected ? <span className="tag tag--danger">موقوف</span> : null}
        </p>
        <p className="muted">
          {isCloneSuspected ? <span>استُعملت نسخة منه في مكان آخر: احذفه وسجّل غيره.</span> : null}
          <span>أُضيف {formatDate(createdAt)}</span>
          <span>{lastUsedAt ? `آخر دخول به ${formatDateTime(lastUsedAt)}` : 'لم يُستعمل بعد'}</span>
        </p>
      </div>
      <Button
        look="danger"
        aria-label={`حذف المفتاح: ${name}`}
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
      >
        حذف
      </Button>
    </li>
  )
}
