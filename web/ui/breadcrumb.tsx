import { ChevronLeft } from 'lucide-react'

interface BreadcrumbProps {
  crumbs: readonly { label: string; href?: string }[]
}

/** The way from the section to this page; the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: BreadcrumbProps) {
  return (
    <nav className="breadcrumb" aria-label="مسار التنقل">
      <ol>
        {crumbs.map(({ label, href }, index) => (
          <li key={`${index} ${label}`}>
            {index > 0 && <ChevronLeft aria-hidden="true" />}
            {href && index < crumbs.length - 1 ? (
              <a href={href}>
                <bdi>{label}</bdi>
              </a>
            ) : (
              <bdi aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
