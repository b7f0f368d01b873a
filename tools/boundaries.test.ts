import path from 'node:path'
import { expect, test } from 'vitest'
import { checkBoundaries } from './boundaries.ts'
import type { SourceFile } from './source-files.ts'

function messagesFor(...files: [path: string, text: string][]): string[] {
  const sources: SourceFile[] = files.map(([path, text]) => ({ path, text }))
  return checkBoundaries(sources).map(finding => `${finding.path}:${finding.line} ${finding.message}`)
}

const targets: [string, string][] = [
  ['contract/limits.ts', ''],
  ['contract/codes/grades.ts', ''],
  ['server/services.ts', ''],
  ['server/base/db/open.ts', ''],
  ['server/content/books/books.service.ts', ''],
  ['server/base/paging.ts', ''],
  ['web/ui/field.tsx', ''],
  ['web/school/cover.tsx', ''],
  ['web/site/pages.ts', ''],
  ['web/dashboard/main.tsx', ''],
  ['test/build-app.ts', ''],
  ['demo/seed-demo.ts', ''],
]

test.each([
  ['contract/x.ts', `import { a } from '#server/services.ts'`, 'contract imports nothing of ours'],
  ['contract/x.ts', `import fs from 'node:fs'`, 'zod is its only package'],
  ['server/x.ts', `import { useState } from 'react'`, 'the server knows no React'],
  ['server/x.ts', `import { a } from '#web/site/pages.ts'`, 'takes only types from web'],
  ['server/x.ts', `import { a } from '#test/build-app.ts'`, 'does not need its tests'],
  ['server/services.ts', `import { a } from '#demo/seed-demo.ts'`, 'runs without its demo library'],
  ['server/base/db/migrations/x.ts', `import { a } from '../open.ts'`, 'would load a second copy'],
  ['web/ui/x.tsx', `import { a } from '#contract/codes/grades.ts'`, 'belongs in web/school'],
  ['web/school/x.tsx', `const a = await import('../site/pages.ts')`, 'web/school stands below web/site'],
  ['web/school/x.tsx', `import type { A } from '#server/services.ts'`, 'imports contract and web/ui only'],
  ['web/site/x.tsx', `import { a } from '#server/services.ts'`, 'write `import type`'],
  ['web/site/x.tsx', `import type { A } from '#server/base/db/open.ts'`, 'from server/services.ts only'],
  ['web/dashboard/x.tsx', `import type { A } from '#server/services.ts'`, 'only through the API'],
  ['web/site/x.tsx', `import fs from 'node:fs'`, 'runs in the browser'],
  ['server/x.ts', `import { a } from '#contract/limits'`, 'which is no file'],
  ['server/index.ts', ``, 'no index files'],
])('%s with %s is refused', (path, text, expected) => {
  const messages = messagesFor(...targets, [path, `\n${text}\n`])
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain(expected)
})

test.each([
  ['server/base/http/x.ts', '#server/site/pages.ts', 'server/base/http stands below server/site.'],
  ['server/site/x.ts', './feeds/atom.ts', 'server/site stands below server/site/feeds.'],
  ['server/content/news/x.ts', '../books/books.service.ts', 'stands beside server/content/books.'],
  ['server/content/record/x.ts', '../books/books.service.ts', 'stands below server/content/books.'],
  ['server/search/x.ts', '#server/files/file-type.ts', 'server/search stands beside server/files.'],
  ['server/files/resumable/x.ts', '#server/services.ts', 'server/files stands below server.'],
  ['web/site/x.tsx', '../dashboard/main.tsx', 'web/site stands beside web/dashboard.'],
  ['web/dashboard/x.tsx', '../site/pages.ts', 'web/dashboard stands beside web/site.'],
  ['web/islands/x.ts', '#web/site/pages.ts', 'web/islands stands below web/site.'],
  ['server/base/db/x.ts', '#server/app.ts', 'server/base/db stands below server.'],
])('%s may not import %s, not even its types', (from, request, expected) => {
  const target = request.startsWith('.')
    ? path.posix.join(path.posix.dirname(from), request)
    : request.slice(1)
  const messages = messagesFor([target, ''], [from, `import type { A } from '${request}'`])
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain(expected)
})

test('what stands on a floor may use every floor below it, and its own folder', () => {
  const messages = messagesFor(
    ['server/config.ts', ''],
    ['server/base/db/open.ts', `import { a } from '#server/config.ts'`],
    ['server/files/file-type.ts', ''],
    ['server/files/resumable/x.ts', `import { a } from '../file-type.ts'`],
    ['server/site/feeds/x.ts', `import { a } from '#server/files/file-type.ts'`],
    ['server/app.ts', `import { a } from './site/feeds/x.ts'`],
  )
  expect(messages).toEqual([])
})

test('a ring of imports is refused once, types included', () => {
  const messages = messagesFor(
    ['server/a.ts', `import { b } from './b.ts'`],
    ['server/b.ts', `import type { C } from './c.ts'`],
    ['server/c.ts', `import { a } from '#server/a.ts'`],
  )
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain('server/a.ts → server/b.ts → server/c.ts → server/a.ts')
})

test('allowed imports pass', () => {
  const messages = messagesFor(
    ...targets,
    ['contract/x.ts', `import { z } from 'zod'\nimport { limits } from './limits.ts'`],
    ['server/content/news/x.ts', `import { pageOf } from '#server/base/paging.ts'`],
    ['server/content/news/x.test.ts', `import { buildApp } from '#test/build-app.ts'`],
    ['web/site/x.tsx', `import type { Services } from '#server/services.ts'\nimport './x.css'`],
    ['web/ui/x.tsx', `import { limits } from '#contract/limits.ts'\nimport { Field } from './field.tsx'`],
    ['web/dashboard/x.tsx', `import { Cover } from '#web/school/cover.tsx'`],
  )
  expect(messages).toEqual([])
})

test('a start that loads a large library is refused, through whatever file; a late or type-only one is not', () => {
  const start: [string, string] = ['server/serve.ts', `import './app.ts'`]
  const refused = messagesFor(start, ['server/app.ts', `\nimport { S3Client } from '@aws-sdk/client-s3'\n`])
  expect(refused).toEqual([
    expect.stringContaining('server/app.ts:2 imports @aws-sdk/client-s3, which every start'),
  ])
  const awaited = messagesFor(start, ['server/app.ts', `export const pdf = await import('pdfkit')`])
  expect(awaited).toEqual([expect.stringContaining('server/app.ts:1 imports pdfkit, which every start')])
  expect(
    messagesFor(
      start,
      ['server/app.ts', `import type { Sharp } from 'sharp'\nconst late = () => import('./base/late.ts')`],
      ['server/base/late.ts', `import PDFDocument from 'pdfkit'`],
    ),
  ).toEqual([])
})
