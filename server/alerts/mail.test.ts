import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import type { Alert } from './alert.types.ts'
import { mailWay } from './mail.ts'

const loads = vi.hoisted(() => ({ failures: 1 }))

vi.mock('nodemailer', async importOriginal => {
  if (loads.failures > 0) {
    loads.failures -= 1
    throw new Error('EMFILE: too many open files')
  }
  return importOriginal()
})

const alert: Alert = {
  id: 'one',
  cause: 'disk',
  state: 'raised',
  title: 'امتلأ القرص',
  lines: ['أفرغ سلة المحذوفات.'],
  at: '2026-01-01T00:00:00.000Z',
}

it('sends again after its library could not be loaded once, and puts that on no mail server', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => done(null, 'taken'))
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const address = { server: `smtp://127.0.0.1:${port}`, from: 'a@rafid.example', to: ['b@rafid.example'] }
  const way = mailWay(address, undefined)
  const refused = await way.send(alert)
  expect(refused).toMatchObject({ isSent: false, words: 'تعذر إرسال الرسالة، ولم يجب خادم البريد بشيء.' })
  expect(await way.send(alert)).toMatchObject({ isSent: true })
  await new Promise<void>(resolve => server.close(resolve))
})
