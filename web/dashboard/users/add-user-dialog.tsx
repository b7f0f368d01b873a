import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { FormProvider } from 'react-hook-form'
import { roleLabels, roles } from '#contract/codes/roles.ts'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { registerInputSchema } from '#contract/resources/account.ts'
import type { RegisterInput } from '#contract/resources/account.ts'
import { api } from '#web/api-client.ts'
import { PasswordField, SelectInput, TextInput } from '../fields/inputs.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { notify } from '../parts/notices.tsx'
import { Banner } from '../parts/states.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { useSmallForm } from '../standard/use-small-form.ts'

/** Adds a person with a temporary password, which they change themselves. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { form, failure, isSending, onSubmit } = useSmallForm<RegisterInput, RegisterInput>({
    schema: registerInputSchema,
    initial: { name: '', email: '', password: '', role: 'editor' },
    send: async input => {
      await api.post(apiPaths.register, input)
      await refreshAfterWrite(queryClient, apiPaths.users)
      notify('success', 'أُضيف المستخدم.')
      onClose()
    },
  })
  return (
    <Dialog title="إضافة مستخدم" onClose={onClose}>
      <FormProvider {...form}>
        <form className="stack" onSubmit={onSubmit} noValidate>
          {failure ? <Banner tone="error">{failure}</Banner> : null}
          <TextInput name="name" label="الاسم" maxLength={limits.maxNameLength} />
          <TextInput name="email" label="البريد الإلكتروني" type="email" />
          <PasswordField
            name="password"
            label="كلمة مرور مؤقتة"
            hint={`${formatNumber(limits.minPasswordLength)} أحرف على الأقل. اطلب من الشخص تغييرها من صفحة حسابه.`}
          />
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
