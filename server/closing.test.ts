import { once } from 'node:events'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'

let test: TestApp
let staff: TestStaff
let port: number

beforeEach(async () => {
  test = await openTestApp()
  port = Number(new URL(await test.listen()).port)
  staff = await test.signIn('editor')
})
afterEach(() => test.close())

/** Holds the list of books until the returned function is called. */
function holdBooks() {
  const { books } = test.services
  const original = books.list
  const begun = Promise.withResolvers<undefined>()
  const released = Promise.withResolvers<undefined>()
  books.list = async query => {
    begun.resolve(undefined)
    await released.promise
    return original.call(books, query)
  }
  return { begun: begun.promise, release: () => released.resolve(undefined) }
}

/** What comes on a line that a server keeps open while it is closing, behind a request that it still answers. */
async function askWhileClosing(head: string[]): Promise<string> {
  const { begun, release } = holdBooks()
  const socket = net.connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise(resolve => socket.once('close', resolve))
  socket.write('GET /api/books HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun
  const arrived = new Promise(resolve => test.app.server.once('request', resolve))
  const closed = test.app.close()
  socket.write([...head, 'Host: a', '', ''].join('\r\n'))
  await arrived
  release()
  await Promise.all([closed, ended])
  const [first = '', second = ''] = Buffer.concat(chunks)
    .toString()
    .split(/(?<!^)(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 200/)
  return second
}

it('answers a request that comes while it closes, and ends the line after it', async () => {
  const answer = await askWhileClosing(['GET /api/settings HTTP/1.1'])
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
})

it('begins no upload while it closes, and says when to try again', async () => {
  test.expectError('unavailable')
  const answer = await askWhileClosing([
    'POST /api/files/uploads HTTP/1.1',
    'Tus-Resumable: 1.0.0',
    `Cookie: ${staff.cookie}`,
    `X-Csrf-Token: ${staff.csrfToken}`,
    'Upload-Length: 10',
    `Upload-Metadata: name ${btoa('a.zip')},kind ${btoa('zip')}`,
  ])
  expect(answer).toMatch(/^HTTP\/1\.1 503/)
  expect(answer.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/)
  expect(answer).toContain('"code":"unavailable"')
})

it('answers a request that stood at the door when it was told to close', async () => {
  const atDoor = new Int32Array(new SharedArrayBuffer(4))
  const visitor = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads')
    const socket = require('node:net').connect(workerData.port, '127.0.0.1', () => {
      socket.write('GET /api/settings HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n', () => {
        Atomics.store(workerData.atDoor, 0, 1)
        Atomics.notify(workerData.atDoor, 0)
      })
    })
    let text = ''
    socket.on('data', chunk => (text += chunk)).on('error', error => (text += error.code))
    socket.on('close', () => parentPort.postMessage(text))`,
    { eval: true, workerData: { port, atDoor } },
  )
  const told = once(visitor, 'message')
  /* As if the process were busy: the system alone has taken the connection. */
  await once(visitor, 'online')
  const closed = test.app.close()
  Atomics.wait(atDoor, 0, 0)
  const [answer] = (await told) as [string]
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
})
