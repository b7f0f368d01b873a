import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { roleLabels, roles } from '#contract/codes/roles.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { inviteInputSchema } from '#contract/resources/account.ts'
import type { AccountLink, InviteInput } from '#contract/resources/account.ts'
import { api } from '#web/api-client.ts'
import { SelectInput, TextInput } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Banner } from '../parts/states.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { useSmallForm } from '../standard/use-small-form.ts'
import { LinkToHandOver } from './link-to-hand-over.tsx'

/** Invites a person: what comes of it is a link with which they set the own password. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [made, setMade] = useState<{ link: AccountLink; name: string } | undefined>()
  const { form, failure, isSending, onSubmit } = useSmallForm<InviteInput, InviteInput>({
    schema: inviteInputSchema,
    initial: { name: '', email: '', role: 'editor' },
    send: async input => {
      const { link } = await api.post<{ link: AccountLink }>(apiPaths.register, input)
      setMade({ link, name: input.name })
      await refreshAfterWrite(queryClient, apiPaths.users)
    },
  })
  if (made)
    return (
      <Dialog title="رابط الدعوة" onClose={onClose}>
        <LinkToHandOver {...made} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog title="إضافة مستخدم" onClose={onClose}>
      <FormProvider {...form}>
        <form className="stack" onSubmit={onSubmit} noValidate>
          {failure ? <Banner tone="error">{failure}</Banner> : null}
          <p className="dialog__text">يصلك بعد الإضافة رابط تسلّمه إليه، فيختار به كلمة مروره بنفسه.</p>
          <TextInput name="name" label="الاسم" maxLength={limits.maxNameLength} />
          <TextInput name="email" label="البريد الإلكتروني" type="email" />
          <SelectInput
            name="role"
            label="الصلاحية"
            hint="المحرر يدير المحتوى؛ المدير يدير المستخدمين والإعدادات أيضاً."
          >
            {roles.map(role => (
              <option key={role} value={role}>
                {roleLabels[role]}
              </option>
            ))}
          </SelectInput>
          <footer className="dialog__footer">
            <Button
              type="submit"
              look="primary"
              icon={<UserPlus aria-hidden />}
              busyLabel={isSending && 'جاري الإضافة...'}
            >
              إضافة
            </Button>
            <Button onClick={onClose}>إلغاء</Button>
          </footer>
        </form>
      </FormProvider>
    </Dialog>
  )
}
