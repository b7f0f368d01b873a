import type { ChangeTag, PageAnswer, PageRequest, SitePage } from '../page-module.ts'

interface TextDocument {
  address: string
  type: string
  tags: readonly ChangeTag[]
  /** `origin` is the whole address of the site without a trailing slash. */
  write(origin: string, services: PageRequest['services']): Promise<string>
}

/** A document for machines, which must name whole addresses: kept only where the site knows its own. */
export function defineTextDocument({ address, type, tags, write }: TextDocument): SitePage {
  return {
    address,
    tags,
    keyOf: ({ path, origin }) => ({ key: path, isKept: origin !== '' }),
    async answer({ services, requestOrigin, codeOf }): Promise<PageAnswer> {
      try {
        return { kind: 'document', status: 200, type, body: await write(requestOrigin, services) }
      } catch (error) {
        const status = codeOf(error) === 'unavailable' ? 503 : 500
        return { kind: 'document', status, type: 'text/plain; charset=utf-8', body: '', error }
      }
    },
  }
}
