import { LinkInput } from '../fields/inputs.tsx'
import { FormSection } from './staff-form.tsx'

/** The part of a form with the addresses of a record's file elsewhere. */
export function DownloadLinks() {
  return (
    <FormSection title="روابط التحميل">
      <LinkInput name="telegramLink" label="رابط تيليجرام" />
      <LinkInput name="googleDriveLink" label="رابط Google Drive" />
    </FormSection>
  )
}
