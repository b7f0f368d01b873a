import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { siteFiles } from '../bench/shipped-nginx.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../deploy', name), 'utf8')

it.each([{ appPorts: [] }, { appPorts: [4001, 4002] }])(
  'the shipped nginx is tried without a place of the machine: processes at $appPorts',
  ({ appPorts }) => {
    const site = siteFiles({ home: '/run/home', mirror: '/run/mirror', appPorts }, 4000)
    const ours = path.join(import.meta.dirname, '../deploy')
    const own = site.replaceAll(/^\s*#.*$/gm, '').replaceAll(ours, '/run/deploy')
    expect(own.match(/(?<![\w.$}*-])\/(?:var|etc|usr|dev)\/[^;\s]*/g) ?? []).toEqual([])
    expect(own).toContain('error_log /run/home/error.log;')
  },
)

it.each(['nginx.conf', 'nginx-mirror.conf'])('%s keeps no line of a request, whatever goes wrong', name => {
  const servers = read(name)
    .split(/^server \{$/m)
    .slice(1)
  expect(servers.length).toBeGreaterThan(0)
  for (const server of servers) {
    expect(server).toMatch(/^ {2}access_log off;$/m)
    expect(server).toMatch(/^ {2}error_log \/dev\/null emerg;$/m)
  }
})

it('nginx.conf sends pages on to https, and refuses calls of programs that come without', () => {
  const [, plain = ''] = /^server \{\n {2}listen 80;(.*?)^\}$/ms.exec(read('nginx.conf')) ?? []
  const [, pages = '', calls = ''] =
    /^ {2}location \/ \{$(.*?)^ {2}location \/api\/ \{$(.*)/ms.exec(plain) ?? []
  expect(pages).toMatch(/^ {4}return 308 https:/m)
  expect(calls).toMatch(/^ {4}return 403 '\{"code":"https_only","message":"[\u0600-\u06ff]/m)
  expect(calls).not.toContain('https://$host')
})

it.each(['nginx.conf', 'nginx-mirror.conf'])('%s lets nobody guess what its own answers are', name => {
  const own = read(name)
    .split(/^ {2}location /m)
    .slice(1)
    .filter(place => /^ {4}return [45]|unavailable\.html \{/m.test(place))
  expect(own.length).toBeGreaterThan(1)
  for (const place of own) expect(place).toMatch(/^ {4}add_header X-Content-Type-Options nosniff always;$/m)
})

it('nginx.conf keeps no stored file open: one that is repaired is another file under the same name', () => {
  const [, stored = ''] = read('nginx.conf').split(/^ {2}location \/stored\/ \{$/m)
  expect(stored.split(/^ {2}\}$/m)[0]).toMatch(/^ {4}open_file_cache off;$/m)
})

it('nginx.conf keeps a download apart from the same file as it is shown: the query is in every key', () => {
  const keys = [...read('nginx.conf').matchAll(/^ *proxy_cache_key "(.*)";$/gm)].map(([, key = '']) => key)
  expect(keys.length).toBeGreaterThan(1)
  expect(keys.filter(key => !/\$(?:request_uri|args)\b/.test(key))).toEqual([])
})

it.each([
  ['', ''],
  ['fbclid=IwAR1', ''],
  ['utm_source=x&download_by=y', ''],
  ['download', 'download'],
  ['download=1&fbclid=IwAR1', 'download'],
  ['fbclid=IwAR1&download', 'download'],
  ['%64ownload', ''],
])('nginx.conf keeps one copy of a file and one of its download: %j is %j', (asked, kept) => {
  const conf = read('nginx.conf')
  const [, files = ''] = conf.split(/^ {2}location \/files\/ \{$/m)
  expect(files.split(/^ {2}\}$/m)[0]).toMatch(/^ {4}set \$args \$rafid_file_args;$/m)
  const [, pattern = '', value] =
    /^map \$args \$rafid_file_args \{\s+default "";\s+"~(.*)" (\w+);/m.exec(conf) ?? []
  expect(value).toBe('download')
  expect(new RegExp(pattern).test(asked) ? value : '').toBe(kept)
})
