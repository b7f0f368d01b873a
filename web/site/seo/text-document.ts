import type { ChangeTag, PageAnswer, PageRequest, SitePage } from '../page-module.ts'

interface TextDocument {
  address: string
  type: string
  tags: readonly ChangeTag[]
  write(services: PageRequest['services']): Promise<string>
}

/** A document for machines, cached as pages are. */
export function defineTextDocument({ address, type, tags, write }: TextDocument): SitePage {
  return {
    address,
    tags,
    keyOf: ({ path }) => ({ key: path, isKept: true }),
    async answer({ services, codeOf }): Promise<PageAnswer> {
      try {
        return { kind: 'document', status: 200, type, body: await write(services) }
      } catch (error) {
        const status = codeOf(error) === 'unavailable' ? 503 : 500
        return { kind: 'document', status, type: 'text/plain; charset=utf-8', body: '', error }
      }
    },
    missing: () => Promise.resolve({ kind: 'document', status: 404, type, body: '' }),
  }
}
