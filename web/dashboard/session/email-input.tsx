import type { ComponentProps } from 'react'

/** The address that somebody signs in with. */
export function EmailInput(props: ComponentProps<'input'>) {
  return <input autoComplete="username" {...props} className="input ltr" type="email" />
}
