import { createElement } from 'react'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { ContactForm } from '../static/contact-form.tsx'
import { SearchDialog } from '../search/search-dialog.tsx'
import { Gallery } from '#web/ui/gallery.tsx'
import type { IslandComponents, IslandName, IslandProps } from './registry.ts'

const components = { ContactForm, Gallery, SearchDialog } satisfies IslandComponents

interface Props<Name extends IslandName> {
  name: Name
  props: IslandProps<Name>
}

/** Renders an interactive part on the server and leaves what the browser needs to bring it to life when touched. */
export function Island<Name extends IslandName>({ name, props }: Props<Name>) {
  const Component = components[name] as ComponentType<object>
  const html = renderToString(createElement(Component, props as object), { identifierPrefix: name })
  return (
    // oxlint-disable-next-line react/no-danger -- React has just written this markup.
    <div data-island={name} data-props={JSON.stringify(props)} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
