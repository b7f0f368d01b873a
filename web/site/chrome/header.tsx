import { ChevronDown, ExternalLink, Menu, Search, Send, X } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { Mark } from '#web/school/mark.tsx'
import { menuEntries } from './menu-data.ts'
import type { MenuEntry, MenuLink } from './menu-data.ts'
import { ShelfLink } from './shelf-link.tsx'

interface HeaderProps {
  path: string
  settings: SiteSettings
  /** What phones show beside the mark in place of the heading. */
  name?: string | undefined
  /** The address of the service worker, where the site has one. */
  worker: string | undefined
}

/** The fixed header: logo, menu (native disclosure widgets, one open at a time), channel, search, mobile menu. */
export function Header({ path, settings, name, worker }: HeaderProps) {
  const entries = menuEntries(settings)
  return (
    <header className="site-header" data-translucent-from={limits.headerScrollPx}>
      <div className="wrap header-row">
        <a className="logo" href={paths.home} aria-label="رافد، الصفحة الرئيسية">
          <Mark />
          <span>رافد</span>
        </a>
        {name && (
          <span className="header-name" aria-hidden="true" data-region="header-name">
            {name}
          </span>
        )}
        <nav className="menu" aria-label="القائمة الرئيسية">
          <ul>
            {entries.map(entry => (
              <li key={entry.label}>
                <MenuItem entry={entry} path={path} group="header-menu" />
              </li>
            ))}
          </ul>
        </nav>
        <div className="header-tools">
          {settings.promotionLink && (
            <a className="channel-link" href={settings.promotionLink} rel="noopener" target="_blank">
              <Send aria-hidden="true" />
              <span>قناتنا</span>
            </a>
          )}
          <a className="search-button" href={paths.search} data-search="">
            <Search aria-hidden="true" />
            <span>ابحث في الموقع</span>
            <kbd aria-hidden="true">Ctrl K</kbd>
          </a>
          <ShelfLink worker={worker} />
          {/* Apart from what it changes: a touch there need not bring the code where no grade is kept. */}
          <span data-behaviour="grade" data-kept="grade" hidden />
          <button
            className="icon-button menu-button"
            type="button"
            popoverTarget="mobile-menu"
            aria-label="القائمة"
          >
            <Menu aria-hidden="true" />
          </button>
        </div>
      </div>
      <MobileMenu entries={entries} path={path} settings={settings} />
    </header>
  )
}

function MobileMenu({
  entries,
  path,
  settings,
}: Omit<HeaderProps, 'worker'> & { entries: readonly MenuEntry[] }) {
  return (
    <div className="mobile-menu" id="mobile-menu" popover="auto">
      <div className="mobile-menu-top">
        <a className="logo" href={paths.home} aria-label="رافد، الصفحة الرئيسية">
          <Mark />
          <span>رافد</span>
        </a>
        <button
          className="icon-button is-framed"
          type="button"
          popoverTarget="mobile-menu"
          popoverTargetAction="hide"
          aria-label="إغلاق القائمة"
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="قائمة الهاتف">
        <ul>
          <li>
            <a
              className="menu-link"
              href={paths.home}
              aria-current={path === paths.home ? 'page' : undefined}
            >
              الرئيسية
            </a>
          </li>
          <li>
            <a
              className="menu-link"
              href={paths.search}
              aria-current={path === paths.search ? 'page' : undefined}
            >
              البحث
            </a>
          </li>
          {entries.map(entry => (
            <li key={entry.label}>
              <MenuItem entry={entry} path={path} group="mobile-menu" />
            </li>
          ))}
        </ul>
      </nav>
      {settings.promotionLink && (
        <a className="button is-quiet" href={settings.promotionLink} rel="noopener" target="_blank">
          <Send aria-hidden="true" />
          تابع قناتنا
        </a>
      )}
    </div>
  )
}

function MenuItem({ entry, path, group }: { entry: MenuEntry; path: string; group: string }) {
  const isHere = path === entry.href || path.startsWith(`${entry.href}/`)
  if (!entry.groups && !entry.links) {
    return (
      <a className="menu-link" href={entry.href} aria-current={isHere ? 'page' : undefined}>
        {entry.label}
      </a>
    )
  }
  return (
    <details className={entry.groups ? 'dropdown is-wide' : 'dropdown'} name={group}>
      <summary className={isHere ? 'menu-link is-here' : 'menu-link'}>
        {entry.label}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="dropdown-panel">
        {entry.groups?.map(({ label, href, links }) => (
          <div className="dropdown-group" key={href}>
            <a className="dropdown-title" href={href}>
              {label}
            </a>
            <LinkList links={links} />
          </div>
        ))}
        {entry.links && <LinkList links={entry.links} />}
      </div>
    </details>
  )
}

function LinkList({ links }: { links: readonly MenuLink[] }) {
  return (
    <ul>
      {links.map(({ label, href, isExternal }) => (
        <li key={label}>
          {isExternal ? (
            <a href={href} rel="noopener" target="_blank">
              {label}
              <ExternalLink role="img" aria-label="(موقع خارجي)" />
            </a>
          ) : (
            <a href={href}>{label}</a>
          )}
        </li>
      ))}
    </ul>
  )
}
