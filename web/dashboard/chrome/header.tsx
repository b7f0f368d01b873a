import { ChevronDown, ExternalLink, KeyRound, LogOut, Menu as MenuIcon, Search } from 'lucide-react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { roleLabels } from '#contract/codes/roles.ts'
import { dashboardPaths, paths } from '#contract/paths.ts'
import { useUser } from '../session/session.ts'
import { useSignOut } from './use-sign-out.ts'

interface HeaderProps {
  hasMenuButton: boolean
  isMenuOpen: boolean
  onOpenMenu: () => void
  onSearch: () => void
}

/** The bar across the top: menu button on narrow screens, the way to the public site, the person's menu. */
export function Header({ hasMenuButton, isMenuOpen, onOpenMenu, onSearch }: HeaderProps) {
  return (
    <header className="topbar">
      {hasMenuButton ? (
        <button
          type="button"
          id="menu-button"
          className="icon-button"
          aria-label="فتح القائمة"
          aria-expanded={isMenuOpen}
          aria-controls="sidebar"
          onClick={onOpenMenu}
        >
          <MenuIcon aria-hidden />
        </button>
      ) : null}
      <a className="topbar__site" href={paths.home}>
        <ExternalLink aria-hidden />
        <span>عرض الموقع</span>
      </a>
      <button
        type="button"
        className="icon-button"
        aria-label="ابحث أو انتقل"
        aria-keyshortcuts="Control+K"
        title="ابحث أو انتقل (Ctrl+K)"
        onClick={onSearch}
      >
        <Search aria-hidden />
      </button>
      <UserMenu />
    </header>
  )
}

function UserMenu() {
  const user = useUser()
  const navigate = useNavigate()
  const { signOut } = useSignOut()
  return (
    <MenuTrigger>
      <AriaButton className="user-button" aria-label={`حساب ${user.name}`}>
        <span className="user-button__avatar" aria-hidden>
          {[...user.name][0] ?? '؟'}
        </span>
        <span className="user-button__text">
          <bdi>{user.name}</bdi>
          <small>{roleLabels[user.role]}</small>
        </span>
        <ChevronDown aria-hidden />
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu className="account-menu" aria-label="قائمة الحساب">
          <MenuItem className="account-menu__item" onAction={() => void navigate(dashboardPaths.account)}>
            <KeyRound aria-hidden />
            حسابي وكلمة المرور
          </MenuItem>
          <MenuItem className="account-menu__item" onAction={signOut}>
            <LogOut aria-hidden />
            تسجيل الخروج
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
