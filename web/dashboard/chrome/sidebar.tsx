import { useQuery } from '@tanstack/react-query'
import { LogOut, X } from 'lucide-react'
import { useRef } from 'react'
import type { TouchEvent } from 'react'
import { Link, NavLink } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { api } from '#web/api-client.ts'
import { Mark } from '#web/school/mark.tsx'
import { useUser } from '../session/session.ts'
import { navigation } from './navigation.ts'
import { useSignOut } from './use-sign-out.ts'

const swipePx = 60

interface SidebarProps {
  isOverlay: boolean
  isOpen: boolean
  onClose: () => void
}

/** The navigation. Narrow screens show it as an overlay, which a swipe towards its edge closes. */
export function Sidebar({ isOverlay, isOpen, onClose }: SidebarProps) {
  const user = useUser()
  const { signOut, isSigningOut } = useSignOut()
  const touchStartX = useRef<number | undefined>(undefined)

  const startTouch = (event: TouchEvent) => {
    touchStartX.current = event.touches[0]?.clientX
  }
  const endTouch = (event: TouchEvent) => {
    const endX = event.changedTouches[0]?.clientX
    if (!isOverlay || touchStartX.current === undefined || endX === undefined) return
    if (endX - touchStartX.current > swipePx) onClose()
  }

  return (
    <aside
      id="sidebar"
      className="sidebar"
      data-open={isOpen || undefined}
      inert={isOverlay && !isOpen}
      onTouchStart={startTouch}
      onTouchEnd={endTouch}
    >
      <div className="sidebar__head">
        <Link to={dashboardPaths.overview} className="sidebar__brand" onClick={onClose}>
          <Mark />
          <span>
            رافد
            <small>لوحة التحكم</small>
          </span>
        </Link>
        {isOverlay ? (
          <button type="button" className="icon-button" aria-label="إغلاق القائمة" onClick={onClose}>
            <X aria-hidden />
          </button>
        ) : null}
      </div>
      <nav className="sidebar__nav" aria-label="أقسام لوحة التحكم">
        {navigation
          .filter(group => group.role === undefined || group.role === user.role)
          .map(group => (
            <div key={group.label} className="sidebar__group">
              <p className="sidebar__label">{group.label}</p>
              <ul>
                {group.items.map(({ to, label, icon: Icon }) => (
                  <li key={to}>
                    <NavLink
                      to={to}
                      end={to === dashboardPaths.overview}
                      className="sidebar__link"
                      onClick={onClose}
                    >
                      <Icon aria-hidden />
                      {label}
                      {to === dashboardPaths.inbox ? <UnreadBadge /> : null}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </nav>
      <button
        type="button"
        className="sidebar__link sidebar__logout"
        onClick={signOut}
        disabled={isSigningOut}
      >
        <LogOut aria-hidden />
        {isSigningOut ? 'جاري تسجيل الخروج...' : 'تسجيل الخروج'}
      </button>
    </aside>
  )
}

function UnreadBadge() {
  const query = useQuery({
    queryKey: [apiPaths.contact, 'unread'],
    queryFn: ({ signal }) => api.get<{ unread: number }>(apiPaths.contact, { query: { limit: 1 }, signal }),
  })
  if (!query.data || query.data.unread === 0) return null
  return (
    <span className="sidebar__badge">
      {formatNumber(query.data.unread)}
      <span className="visually-hidden"> غير مقروءة</span>
    </span>
  )
}
