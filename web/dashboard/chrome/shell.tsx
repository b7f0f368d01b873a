import { useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import type { Location } from 'react-router'
import { limits } from '#contract/limits.ts'
import { Notices } from '../parts/notices.tsx'
import { useMedia } from '../parts/use-media.ts'
import { useFileDrops } from './file-drops.ts'
import { useFocusKeeper } from './focus-keeper.ts'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useCommandBar } from './use-command-bar.ts'
import { useShortcuts } from './shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { UpdateBar } from './update-bar.tsx'
import { UploadTray } from './upload-tray.tsx'

const narrow = `(width < ${limits.sidebarCollapsePx}px)`

/** The first screen of a page load always has the key `default`: it must not take over the place of another. */
function scrollKeyOf({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/** The frame of every dashboard screen. Source: S2.2. */
export function Shell() {
  const isOverlay = useMedia(narrow)
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  useShortcuts()
  const commandBar = useCommandBar()
  useFocusKeeper()
  useFileDrops()

  useEffect(() => setIsOpen(false), [pathname, isOverlay])

  useEffect(() => {
    if (!isOverlay || !isOpen) return
    document.querySelector<HTMLElement>('#sidebar button, #sidebar a')?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      requestAnimationFrame(() => {
        // A screen that has opened in the meantime keeps the focus.
        if (document.activeElement?.closest('main')) return
        document.getElementById('menu-button')?.focus()
      })
    }
  }, [isOverlay, isOpen])

  const isCovered = isOverlay && isOpen
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        تجاوز إلى المحتوى
      </a>
      <Sidebar isOverlay={isOverlay} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      {isCovered ? <div className="scrim" onClick={() => setIsOpen(false)} aria-hidden /> : null}
      <div className="shell__page" inert={isCovered}>
        <OfflineBar />
        <UpdateBar />
        <UploadTray />
        <Header
          hasMenuButton={isOverlay}
          isMenuOpen={isOpen}
          onOpenMenu={() => setIsOpen(true)}
          onSearch={() => void commandBar.open()}
        />
        <main id="content" className="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {commandBar.Bar ? <commandBar.Bar onClose={commandBar.close} /> : null}
      <Notices />
      <ScrollRestoration getKey={scrollKeyOf} />
    </div>
  )
}
