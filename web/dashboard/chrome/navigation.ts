import {
  CalendarDays,
  ChartNoAxesColumn,
  CloudUpload,
  FolderInput,
  Grid3x3,
  HeartPulse,
  History,
  Inbox,
  LayoutDashboard,
  ListChecks,
  Megaphone,
  Repeat2,
  Settings,
  Trash2,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Role } from '#contract/codes/roles.ts'
import { kinds, kindsInMenus } from '#contract/kinds.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { kindScreens } from '../kinds.ts'

interface NavigationItem {
  to: string
  label: string
  icon: LucideIcon
}

interface NavigationGroup {
  label: string
  items: NavigationItem[]
  /** Who sees the group; everybody when absent. */
  role?: Role
}

/** The sidebar, in its order. */
export const navigation: NavigationGroup[] = [
  { label: 'الرئيسية', items: [{ to: dashboardPaths.overview, label: 'نظرة عامة', icon: LayoutDashboard }] },
  {
    label: 'النشر',
    items: [
      { to: dashboardPaths.release, label: 'غرفة الإعلان', icon: Megaphone },
      { to: dashboardPaths.ingest, label: 'استيراد ملفات', icon: FolderInput },
      { to: dashboardPaths.coverage, label: 'التغطية', icon: Grid3x3 },
      { to: dashboardPaths.examDates, label: 'مواعيد الامتحانات', icon: CalendarDays },
    ],
  },
  {
    label: 'المحتوى',
    items: [
      ...kindsInMenus.map(kind => ({
        to: kinds[kind].dashboardPath,
        label: kinds[kind].plural,
        icon: kindScreens[kind].icon,
      })),
      { to: dashboardPaths.questions, label: 'الأسئلة المتكررة', icon: Repeat2 },
    ],
  },
  {
    label: 'المتابعة',
    items: [
      { to: dashboardPaths.inbox, label: 'الرسائل', icon: Inbox },
      { to: dashboardPaths.uploads, label: 'عمليات الرفع', icon: CloudUpload },
      { to: dashboardPaths.jobs, label: 'الأعمال', icon: ListChecks },
      { to: dashboardPaths.auditLog, label: 'سجل التغييرات', icon: History },
      { to: dashboardPaths.trash, label: 'سلة المحذوفات', icon: Trash2 },
      { to: dashboardPaths.visits, label: 'الزيارات', icon: ChartNoAxesColumn },
    ],
  },
  {
    label: 'الإدارة',
    role: 'admin',
    items: [
      { to: dashboardPaths.users, label: 'المستخدمون', icon: Users },
      { to: dashboardPaths.system, label: 'حالة النظام', icon: HeartPulse },
      { to: dashboardPaths.settings, label: 'إعدادات الموقع', icon: Settings },
    ],
  },
]
