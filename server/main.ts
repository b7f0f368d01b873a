import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Begin from './begin.ts'
import { findBuilt } from './built-server.ts'

/* A thousand files cost a start more than what they say. */
const from = findBuilt() ?? path.join(import.meta.dirname, 'begin.ts')
const { begin } = (await import(pathToFileURL(from).href)) as typeof Begin
await begin(from)
