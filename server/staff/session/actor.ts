/** Who makes a change, as the audit log keeps it. Source: A8.4. */
export interface Actor {
  /** Null for the product itself (demo content, commands). */
  userId: string | null
  email: string
  ipAddress: string | null
  userAgent: string | null
}

/** Where a request comes from, as sessions and logs keep it. */
export type RequestOrigin = Pick<Actor, 'ipAddress' | 'userAgent'>

/** The product itself: first-start content and commands of the operator. */
export const systemActor: Actor = { userId: null, email: 'rafid', ipAddress: null, userAgent: null }
