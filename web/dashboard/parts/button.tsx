import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
  /** While set, the button does nothing and says this instead; it keeps the focus. */
  busyLabel?: string | false | undefined
}

const classOf = {
  primary: 'button',
  secondary: 'button is-quiet',
  quiet: 'button is-plain',
  danger: 'button is-danger',
}

/** A button with an icon and a progress label. */
export function Button({ look = 'secondary', icon, busyLabel, children, onClick, ...rest }: ButtonProps) {
  const isBusy = Boolean(busyLabel)
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={isBusy ? event => event.preventDefault() : onClick}
      className={classOf[look]}
    >
      {busyLabel ? <LoaderCircle className="spin" aria-hidden /> : icon}
      <span>{busyLabel || children}</span>
    </button>
  )
}
