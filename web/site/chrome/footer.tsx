import { Rss } from 'lucide-react'
import { kindNames, kinds } from '#contract/kinds.ts'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { BrandIcon } from '#web/ui/brand-icon.tsx'
import type { Brand } from '#web/ui/brand-icon.tsx'
import { placeKinds } from './place-bar.tsx'

/* On phones the bar of places has the other sections. */
const links = [
  ...kindNames.map(kind => ({
    label: kinds[kind].plural,
    href: kinds[kind].sitePath,
    isInBar: placeKinds.includes(kind),
  })),
  { label: 'من نحن', href: paths.about },
  { label: 'المساعدة', href: paths.help },
  { label: 'أسئلة شائعة', href: paths.faq },
  { label: 'تواصل معنا', href: paths.contact },
  { label: 'الخصوصية', href: paths.privacy },
  { label: 'الشروط', href: paths.terms },
]

/** The footer: where else to go, what the platform is and who made it, and the social pages. Source: P2.5. */
export function Footer({ settings }: { settings: SiteSettings }) {
  const places: readonly { brand: Brand; label: string; href: string | undefined }[] = [
    { brand: 'facebook', label: 'فيسبوك', href: settings.facebookLink },
    { brand: 'telegram', label: 'قناة تيليجرام', href: settings.telegramLink },
    { brand: 'whatsapp', label: 'قناة واتساب', href: settings.whatsappLink },
    { brand: 'instagram', label: 'إنستغرام', href: settings.instagramLink },
  ]
  return (
    <footer className="site-footer">
      <div className="wrap">
        <nav aria-label="روابط أسفل الصفحة">
          <ul className="footer-links">
            {links.map(({ label, href, ...place }) => (
              <li key={href} className={'isInBar' in place && place.isInBar ? 'is-in-bar' : undefined}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="footer-about">
          <p>رافد: منصة تعليمية شاملة ومجانية لطلبة العراق، من إعداد الفريق التربوي لمنصة رافد.</p>
          <ul className="social">
            {places.map(
              ({ brand, label, href }) =>
                href && (
                  <li key={brand}>
                    <a className="icon-button" href={href} aria-label={label} rel="noopener" target="_blank">
                      <BrandIcon brand={brand} />
                    </a>
                  </li>
                ),
            )}
            <li>
              <a className="icon-button" href={discoveryPaths.feed('all')} aria-label="خلاصة كل جديد">
                <Rss aria-hidden="true" />
              </a>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}
