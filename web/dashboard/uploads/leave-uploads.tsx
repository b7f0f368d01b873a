import { useBlocker } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useUnloadQuestion } from '../parts/use-unload-question.ts'

/** Asks before a screen is left on which files are still sent. Source: S7.10. */
export function LeaveUploads({ isSending }: { isSending: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isSending &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== paths.login,
  )
  useUnloadQuestion(isSending)

  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title="ملفات ما زالت تُرفع" role="alertdialog" onClose={blocker.reset}>
      <p className="dialog__text">
        إذا غادرت الآن توقف رفعها. ما وصل من ملف كبير يبقى محفوظاً: أفلته مرة أخرى فيُكمل من حيث توقف.
      </p>
      <footer className="dialog__footer dialog__footer--wrap">
        <Button look="primary" onClick={blocker.reset} data-first-focus>
          البقاء حتى تصل
        </Button>
        <Button onClick={blocker.proceed}>مغادرة وإيقاف الرفع</Button>
      </footer>
    </Dialog>
  )
}
