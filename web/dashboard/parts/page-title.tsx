import { useEffect } from 'react'

/** Names the screen in the browser's tab: the product's name followed by the screen's. Source: S2.1. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `رافد | ${title}`
  }, [title])
}
