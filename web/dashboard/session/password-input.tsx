import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { InputHTMLAttributes, Ref } from 'react'

interface PasswordInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/** A password that can be shown, so that it can be checked before sending. */
export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="input-group">
      <input {...props} className="input ltr" type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className="icon-button"
        aria-label={isShown ? 'إخفاء كلمة المرور' : 'إظهار كلمة المرور'}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </button>
    </div>
  )
}
