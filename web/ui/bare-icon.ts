import { createElement } from 'react'
import type { ComponentType, SVGProps } from 'react'

/** What an icon of Lucide is made of. */
export interface IconData {
  name: string
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
  aliases?: readonly string[]
}

/** Makes a component of an icon: the same markup as Lucide's own, without sizes, colours and contexts that no island sets. */
export function createIcon({ name, node, aliases = [] }: IconData): ComponentType<SVGProps<SVGSVGElement>> {
  const names = ['lucide', ...[name, ...aliases].map(each => `lucide-${each}`)]
  return ({ className, ...rest }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: [...names, ...(className ? [className] : [])].join(' '),
        ...('aria-label' in rest ? {} : { 'aria-hidden': 'true' }),
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
