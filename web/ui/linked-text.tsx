import { splitLinks } from './text-links.ts'

/** A text that people wrote, with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      <a key={index} href={href} rel="noopener nofollow" target="_blank" dir="ltr">
        {part}
      </a>
    ),
  )
}
