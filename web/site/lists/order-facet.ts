import { hrefWith } from '../query.ts'
import type { Facet } from './facet-panel.tsx'

/** The order of a list as a filter: its own, or the newest first. */
export function orderFacet(path: string, filters: { sort?: 'latest' | undefined }, own: string): Facet {
  const choose = (value: string, label: string, sort: 'latest' | undefined) => ({
    value,
    label,
    isOn: filters.sort === sort,
    href: hrefWith(path, { ...filters, sort }),
  })
  return {
    name: 'sort',
    title: 'الترتيب',
    choices: [choose('own', own, undefined), choose('latest', 'الأحدث أولاً', 'latest')],
  }
}
