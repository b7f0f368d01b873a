import { useEffect } from 'react'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Brings a server-rendered island to life; resolves when its event handlers work. */
export function mount<Props extends object>(
  element: HTMLElement,
  Component: ComponentType<Props>,
): Promise<void> {
  const props: Props = JSON.parse(element.dataset.props ?? '{}')
  return new Promise(resolve => {
    function Root() {
      useEffect(resolve, [])
      return <Component {...props} />
    }
    hydrateRoot(element, <Root />, { identifierPrefix: element.dataset.island })
  })
}
