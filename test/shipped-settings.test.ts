import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')

/** Variables that a file of settings sets or offers. */
const namesIn = (file: string) =>
  Array.from(read(file).matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm), ([, name = '']) => name)

/** The commands that a page has its reader type. */
const commandsOf = (page: string) =>
  Array.from(read(page).matchAll(/^ {4}(\S.*)$/gm), ([, line = '']) => line.replace(/\s+#.*$/, ''))

it.each([
  ['deploy/rafid.env', []],
  ['deploy/compose.env.example', ['POSTGRES_PASSWORD']],
])('%s offers what the README has', (file, ofOthers) => {
  const known = new Set(
    Array.from(read('README.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g), ([, name = '']) => name),
  )
  const names = namesIn(file)
  expect(names).toEqual(
    expect.arrayContaining(['SITE_URL', 'BACKUP_TO', 'ALERT_MAIL_TO', 'SMTP_URL', 'ALERT_WEBHOOK']),
  )
  expect(names.filter(name => !known.has(name))).toEqual(ofOthers)
})

it('compose.yaml hands its processes every setting of compose.env, and fills in what it sets itself', () => {
  const [, process = ''] = /^x-process: &process$(.*?)^services:$/ms.exec(read('deploy/compose.yaml')) ?? []
  expect(process).toMatch(/^ {2}env_file: \[compose\.env\]$/m)
  const filledIn = Array.from(process.matchAll(/\$\{([A-Z0-9_]+)/g), ([, name = '']) => name)
  expect(filledIn.length).toBeGreaterThan(0)
  expect(namesIn('deploy/compose.env.example')).toEqual(expect.arrayContaining(filledIn))
})

it('the container is made of parts that are named, none of them hidden: no history, no data, no settings', () => {
  const copied = Array.from(
    read('deploy/Containerfile').matchAll(/^COPY (?!--from=)(.+) \S+$/gm),
    ([, parts = '']) => parts.split(' '),
  ).flat()
  expect(copied).toContain('server')
  expect(copied.filter(part => !/^[a-z][\w/-]*(?:\.\w+)*$/.test(part))).toEqual([])
})

it('the unit lets the service write where the runbook puts backups', () => {
  const [, folder = ''] = /^install -d .* (\/mnt\/\S+)$/m.exec(commandsOf('docs/runbook.md').join('\n')) ?? []
  const [, writable = ''] = /^ReadWritePaths=-(\S+)$/m.exec(read('deploy/rafid.service')) ?? []
  expect(writable).not.toBe('')
  expect(folder.startsWith(`${writable}/`)).toBe(true)
})

it('both runbooks have the same commands in the same order', () => {
  expect(commandsOf('docs/runbook.ar.md')).toEqual(commandsOf('docs/runbook.md'))
  expect(commandsOf('docs/runbook.md').length).toBeGreaterThan(15)
})

it('what the runbook does of containers names services and programs that are there', () => {
  const services = Array.from(read('deploy/compose.yaml').matchAll(/^ {2}([\w-]+):$/gm), ([, name]) => name)
  const runs = commandsOf('docs/runbook.md')
    .map(line => /^compose (?:-p \S+ )?run (?:--\S+ )*(\S+) node tools\/pin-node\.mjs (\S+)/.exec(line))
    .filter(run => run !== null)
  expect(runs.length).toBeGreaterThan(1)
  for (const [, service, program = ''] of runs) {
    expect(services).toContain(service)
    expect(() => read(program)).not.toThrow()
  }
})
