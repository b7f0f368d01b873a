import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
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

const taking: SMTPServerOptions = {
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  onData: (stream, _session, done) => {
    stream.resume()
    stream.on('end', () => done(null, 'taken'))
  },
}

/** Gives the address of a mail server, without its protocol, for as long as `act` takes. */
async function withMailServer(
  options: SMTPServerOptions,
  act: (host: string) => Promise<void>,
): Promise<void> {
  const server = new SMTPServer(options)
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await act(`127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  await new Promise<void>(resolve => server.close(resolve))
}

const way = (server: string, to = ['b@rafid.example']) =>
  mailWay({ server, from: 'a@rafid.example', to }, undefined)

it('sends again after its library could not be loaded once, and puts that on no mail server', () =>
  withMailServer(taking, async host => {
    const one = way(`smtp://${host}`)
    const refused = await one.send(alert)
    expect(refused).toMatchObject({
      isSent: false,
      words: 'تعذر إرسال الرسالة، ولم يجب خادم البريد بشيء.',
    })
    expect(await one.send(alert)).toMatchObject({ isSent: true })
  }))

it('says that the certificate of the server is not trusted, and not that its address is wrong', async () => {
  const untrusted = {
    isSent: false,
    words: expect.stringContaining('شهادة خادم البريد'),
    said: expect.stringContaining('CERT'),
  }
  await withMailServer({ ...taking, secure: true }, async host => {
    expect(await way(`smtps://${host}`).send(alert)).toMatchObject(untrusted)
  })
  await withMailServer({ ...taking, disabledCommands: [] }, async host => {
    expect(await way(`smtp://${host}`).send(alert)).toMatchObject(untrusted)
  })
})

it('says that an address begins with the wrong protocol for its port', () =>
  withMailServer(taking, async host => {
    expect(await way(`smtps://${host}`).send(alert)).toMatchObject({
      isSent: false,
      words: expect.stringContaining('smtp://'),
      said: 'ERR_SSL_WRONG_VERSION_NUMBER',
    })
  }))

it('says who was refused where a server takes a message for some only', () =>
  withMailServer(
    {
      ...taking,
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('gone') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null,
        ),
    },
    async host => {
      const to = ['b@rafid.example', 'gone@rafid.example']
      expect(await way(`smtp://${host}`, to).send(alert)).toEqual({
        isSent: true,
        isPartial: true,
        words: 'قبل خادم البريد الرسالة لبعض المستلمين ورفض غيرهم. صحّح ALERT_MAIL_TO.',
        said: '550 no such user',
      })
    },
  ))
