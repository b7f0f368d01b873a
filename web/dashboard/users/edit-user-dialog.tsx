import { useQueryClient } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { roleLabels, roles } from '#contract/codes/roles.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { userUpdateSchema } from '#contract/resources/account.ts'
import type { AccountLink, ManagedUser, UserUpdate } from '#contract/resources/account.ts'
import { api } from '#web/api-client.ts'
import { SelectInput, TextInput } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { notify } from '../parts/notices.tsx'
import { Banner } from '../parts/states.tsx'
import { LinkToHandOver } from './link-to-hand-over.tsx'
import { PersonLink } from './person-link.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { useSmallForm } from '../standard/use-small-form.ts'

interface EditUserDialogProps {
  user: ManagedUser
  isMe: boolean
  onClose: () => void
}

/** Changes a person's name and role, hands over a link to a password, closes or opens their account. */
export function EditUserDialog({ user, isMe, onClose }: EditUserDialogProps) {
  const queryClient = useQueryClient()
  const [link, setLink] = useState<AccountLink | undefined>()
  const { form, failure, isSending, onSubmit } = useSmallForm<Required<UserUpdate>, UserUpdate>({
    schema: userUpdateSchema,
    initial: { name: user.name, role: user.role, isDisabled: user.isDisabled },
    send: async input => {
      await api.put(`${apiPaths.users}/${user.id}`, input)
      await refreshAfterWrite(queryClient, apiPaths.users)
      notify('success', 'حُفظت تعديلات المستخدم.')
      onClose()
    },
  })
  if (link)
    return (
      <Dialog title="رابط كلمة المرور" onClose={onClose}>
        <LinkToHandOver link={link} name={user.name} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog title="تعديل مستخدم" onClose={onClose}>
      <FormProvider {...form}>
        <form className="stack" onSubmit={onSubmit} noValidate>
          {failure ? <Banner tone="error">{failure}</Banner> : null}
          <p className="dialog__subject">
            <bdi dir="ltr">{user.email}</bdi>
          </p>
          <TextInput name="name" label="الاسم" maxLength={limits.maxNameLength} />
          <SelectInput name="role" label="الصلاحية">
            {roles.map(role => (
              <option key={role} value={role}>
                {roleLabels[role]}
              </option>
            ))}
          </SelectInput>
          {isMe ? null : (
            <label className="check">
              <input type="checkbox" {...form.register('isDisabled')} />
              تعطيل الحساب وإنهاء جلساته
            </label>
          )}
          {isMe || user.isDisabled ? null : <PersonLink user={user} onMade={setLink} onDone={onClose} />}
          {!isMe && user.hasSecondFactor ? <ResetSecondFactor user={user} onDone={onClose} /> : null}
          <footer className="dialog__footer">
            <Button
              type="submit"
              look="primary"
              icon={<Save aria-hidden />}
              busyLabel={isSending && 'جاري الحفظ...'}
            >
              حفظ
            </Button>
            <Button onClick={onClose}>إلغاء</Button>
          </footer>
        </form>
      </FormProvider>
    </Dialog>
  )
}
