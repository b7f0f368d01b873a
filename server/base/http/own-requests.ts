import type { FastifyRequest } from 'fastify'

/** Where requests come from that this process makes of itself: no connection comes from what is no address. */
export const ownAddress = 'this process'

/** Whether this process has made a request itself. Nothing that a client or a proxy sends can say so. */
export const isOwn = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean =>
  raw.socket.remoteAddress === ownAddress
