import type { ReactNode } from 'react'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import type { SitePage, ViewProps } from '../page-module.ts'

interface TextPage {
  address: string
  title: string
  description: string
  lead: string
  Body: (props: Pick<ViewProps<object, object>, 'settings'>) => ReactNode
}

/** A page of text: a heading, a lead and the text itself. */
export function defineTextPage({ address, title, description, lead, Body }: TextPage): SitePage {
  return definePage<object, object>({
    address,
    tags: [],
    load: async () => ({}),
    meta: () => ({ title, description, breadcrumb: [{ label: title, href: address }] }),
    View: ({ settings }) => (
      <>
        <PageHeading title={title} text={lead} />
        <div className="wrap section text-page">
          <Body settings={settings} />
        </div>
      </>
    ),
  })
}
