import { kindNames, kinds } from '#contract/kinds.ts'
import { paths } from '#contract/paths.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { BrandIcon } from '#web/ui/brand-icon.tsx'
import type { Brand } from '#web/ui/brand-icon.tsx'
import { Mark } from '#web/school/mark.tsx'
import { sectionLabel } from './menu-data.ts'

const columns = [
  {
    title: 'المحتوى',
    links: kindNames.map(kind => ({ label: sectionLabel(kind), href: kinds[kind].sitePath })),
  },
  {
    title: 'رافد',
    links: [
      { label: 'من نحن', href: paths.about },
      { label: 'تواصل معنا', href: paths.contact },
      { label: 'مركز المساعدة', href: paths.help },
      { label: 'الأسئلة الشائعة', href: paths.faq },
      { label: 'شروط الاستخدام', href: paths.terms },
      { label: 'سياسة الخصوصية', href: paths.privacy },
    ],
  },
]

/** The footer: what the platform is, where to go, the social pages and the credit. Source: P2.5. */
export function Footer({ settings }: { settings: SiteSettings }) {
  const places: readonly { brand: Brand; label: string; href: string | undefined }[] = [
    { brand: 'facebook', label: 'فيسبوك', href: settings.facebookLink },
    { brand: 'telegram', label: 'قناة تيليجرام', href: settings.telegramLink },
    { brand: 'whatsapp', label: 'قناة واتساب', href: settings.whatsappLink },
    { brand: 'instagram', label: 'إنستغرام', href: settings.instagramLink },
  ]
  const social = places.filter(place => place.href)
  return (
    <footer className="site-footer">
      <div className="wrap footer-row">
        <div className="footer-about">
          <a className="logo" href={paths.home} aria-label="رافد، الصفحة الرئيسية">
            <Mark />
            <span>رافد</span>
          </a>
          <p>
            منصة تعليمية شاملة تضع بين يدي الطلبة في العراق المصادر التي يحتاجونها للنجاح والتفوق الدراسي.
          </p>
          {social.length > 0 && (
            <ul className="social">
              {social.map(({ brand, label, href }) => (
                <li key={brand}>
                  <a className="icon-button" href={href} aria-label={label} rel="noopener" target="_blank">
                    <BrandIcon brand={brand} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {columns.map(({ title, links }) => (
          <nav className="footer-links" aria-label={title} key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, href }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="wrap footer-credit">
        إعداد وتطوير الفريق التربوي لمنصة رافد، لخدمة الطلبة في كل أنحاء العراق.
      </p>
    </footer>
  )
}
