import type * as Begin from './begin.ts'
import { findBuilt } from './built-server.ts'

/* A thousand files cost a start more than what they say. */
const built = findBuilt()
const { begin } = built === undefined ? await import('./begin.ts') : ((await import(built)) as typeof Begin)
await begin()
