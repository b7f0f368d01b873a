import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: ReactNode
  /** While set, the button is disabled and says this instead. */
  busyLabel?: string | false | undefined
}

/** A button with an icon and a progress label. */
export function Button({ look = 'secondary', icon, busyLabel, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || Boolean(busyLabel)}
      className={`button button--${look}`}
    >
      {busyLabel ? <LoaderCircle className="spin" aria-hidden /> : icon}
      <span>{busyLabel || children}</span>
    </button>
  )
}
