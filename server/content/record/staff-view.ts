import type { IncomingMessage } from 'node:http'
import { kindNames, kinds } from '#contract/kinds.ts'
import { staffApiPath, staffView } from '#contract/paths.ts'

const recordPaths = kindNames.map(kind => kinds[kind].apiPath)

/** The address that a request is answered at: records that staff ask for have one of their own. Source: A7.1. */
export function addressForStaff({ url = '/', method, headers }: IncomingMessage): string {
  if (method !== 'GET' || headers[staffView.name] !== staffView.value) return url
  const [path = ''] = url.split('?', 1)
  return recordPaths.some(own => path === own || path.startsWith(`${own}/`)) ? staffApiPath(url) : url
}
