import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import { z } from 'zod'
import { errorCatalogue } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import {
  contactFieldTexts,
  contactSubjectCodes,
  contactSubjects,
} from '#contract/resources/contact-message.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { Island } from '../islands/island.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage, settingsOrDefaults } from '../define-page.tsx'
import { renderDocument } from '../document.tsx'
import type { PageAnswer, PageRequest, RefusedForm } from '../page-module.ts'
import { choiceParameter } from '../query.ts'

/* `sent=1` is where a form that was sent without scripts comes back to. */
const title = 'تواصل معنا'
const contactQuery = z.object({ sent: choiceParameter(z.literal('1')) })
type ContactQuery = z.infer<typeof contactQuery>

/** `/contact`. */
export const contactPage = definePage<ContactQuery, object>({
  address: paths.contact,
  query: contactQuery,
  tags: [],
  load: async () => ({}),
  meta: () => ({
    title,
    description: 'راسل فريق رافد: استفسار، دعم فني، محتوى مفقود أو ملاحظات.',
    canonical: paths.contact,
    breadcrumb: [{ label: 'تواصل معنا', href: paths.contact }],
  }),
  View: ({ query, settings }) => <ContactView settings={settings} isSent={query.sent === '1'} />,
})

/** The contact page for a form that came without scripts and was refused. */
export async function refusedContact(request: PageRequest, refused: RefusedForm): Promise<PageAnswer> {
  const settings = await settingsOrDefaults(request.services)
  const body = renderDocument({
    ...request,
    settings,
    meta: { title, isHiddenFromSearch: true },
    content: <ContactView settings={settings} refused={refused} />,
  })
  return { kind: 'document', status: 422, type: 'text/html; charset=utf-8', body }
}

const subjects = contactSubjectCodes.map(code => ({ code, label: contactSubjects[code] }))

interface ContactViewProps {
  settings: SiteSettings
  isSent?: boolean
  refused?: RefusedForm
}

function ContactView({ settings, isSent = false, refused }: ContactViewProps) {
  const { contactAddress, contactEmail, contactPhone } = settings
  return (
    <>
      <PageHeading title="تواصل معنا" text="سؤال أو ملاحظة أو كتاب لم تجده؟ اكتب لنا وسنرد عليك." />
      <div className="wrap section contact-row">
        <section className="contact-panel" aria-labelledby="write">
          <h2 id="write">أرسل رسالة</h2>
          <Island
            name="ContactForm"
            props={{
              subjects,
              texts: contactFieldTexts,
              refusal: errorCatalogue.invalid_fields.message,
              isSent,
              ...refused,
            }}
          />
        </section>
        <section className="contact-details" aria-labelledby="office">
          <h2 id="office">معلومات المكتب</h2>
          <dl>
            <div>
              <dt>
                <MapPin aria-hidden="true" />
                العنوان
              </dt>
              <dd>{contactAddress}</dd>
            </div>
            <div>
              <dt>
                <Mail aria-hidden="true" />
                البريد الإلكتروني
              </dt>
              <dd>
                <a href={`mailto:${contactEmail}`} dir="ltr">
                  {contactEmail}
                </a>
              </dd>
            </div>
            <div>
              <dt>
                <Phone aria-hidden="true" />
                الهاتف
              </dt>
              <dd>
                <a href={`tel:${contactPhone.replace(/[^+\d]/g, '')}`} dir="ltr">
                  {contactPhone}
                </a>
              </dd>
            </div>
            <div>
              <dt>
                <Clock aria-hidden="true" />
                ساعات العمل
              </dt>
              <dd>
                الأحد إلى الخميس: ٩:٠٠ صباحاً – ٥:٠٠ مساءً
                <br />
                الجمعة والسبت: عطلة
              </dd>
            </div>
          </dl>
        </section>
      </div>
    </>
  )
}
