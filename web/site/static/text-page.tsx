import type { ReactNode } from 'react'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { definePage } from '../define-page.tsx'
import type { SitePage, ViewProps } from '../page-module.ts'

/** What the configuration decides of what is kept. */
interface Kept {
  /** How many nightly backups stay; undefined where none is made. */
  backupsKept: number | undefined
}

interface TextPage {
  address: string
  title: string
  description: string
  lead: string
  Body: (props: Pick<ViewProps<object, object>, 'settings'> & Kept) => ReactNode
}

/** A page of text: a heading, a lead and the text itself. */
export function defineTextPage({ address, title, description, lead, Body }: TextPage): SitePage {
  return definePage<object, Kept>({
    address,
    tags: [],
    load: async ({ services: { config } }) => ({
      backupsKept: config.backupTo === undefined ? undefined : config.backupsKept,
    }),
    meta: () => ({ title, description, breadcrumb: [{ label: title, href: address }] }),
    View: ({ settings, data }) => (
      <>
        <PageHeading title={title} text={lead} />
        <div className="wrap section text-page">
          <Body settings={settings} {...data} />
        </div>
      </>
    ),
  })
}
