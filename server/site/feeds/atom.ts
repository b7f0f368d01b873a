import { createHash } from 'node:crypto'
import type { FeedEntry } from '#server/content/record/elsewhere.ts'
import { rightToLeftTitle } from '#server/site/plain-line.ts'
import { xmlHead, xmlText } from '#server/base/xml.ts'

export interface AtomFeed {
  key: string
  title: string
  subtitle: string
  /** Paths of this site: the feed itself, and the page that shows the same. */
  path: string
  pagePath: string
  entries: readonly FeedEntry[]
}

const publisher = 'رافد'
const namespaceUuid = 'b8a1f2f4-6d1c-4f0e-9a53-7c1d5a0e5b21'
const nothingYet = new Date(0).toISOString()

/** A feed as an Atom document. Source: RFC 4287. */
export function atomDocument(feed: AtomFeed, origin: string): string {
  const updatedAt = feed.entries.reduce(
    (latest, { updatedAt: at }) => (at > latest ? at : latest),
    nothingYet,
  )
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ar">
<id>${uuidUrn(feed.key)}</id>
<title>${xmlText(rightToLeftTitle(feed.title))}</title>
<subtitle>${xmlText(feed.subtitle)}</subtitle>
<updated>${updatedAt}</updated>
<author><name>${publisher}</name></author>
<link rel="self" type="application/atom+xml" href="${xmlText(origin + feed.path)}"/>
<link rel="alternate" type="text/html" hreflang="ar" href="${xmlText(origin + feed.pagePath)}"/>
<icon>${xmlText(`${origin}/favicon.ico`)}</icon>
${feed.entries.map(entry => atomEntry(entry, origin)).join('')}</feed>
`
}

function atomEntry(entry: FeedEntry, origin: string): string {
  return `<entry>
<id>${uuidUrn(entry.key)}</id>
<title>${xmlText(rightToLeftTitle(entry.title))}</title>
<link rel="alternate" type="text/html" hreflang="ar" href="${xmlText(origin + entry.path)}"/>
<published>${entry.createdAt}</published>
<updated>${entry.updatedAt}</updated>
<author><name>${xmlText(rightToLeftTitle(entry.author))}</name></author>
<category term="${xmlText(entry.category)}"/>
<summary>${xmlText(rightToLeftTitle(entry.summary))}</summary>
</entry>
`
}

/** The same for the same key on every address of the site. Source: RFC 9562, version 5. */
function uuidUrn(key: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespaceUuid.replaceAll('-', ''), 'hex'))
    .update(key)
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return `urn:uuid:${groups.join('-')}`
}
