import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDateTime } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { AlertTrial, SystemState } from '#contract/resources/system-state.ts'
import { newId } from '#server/base/db/id.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { tellRunners } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { openBesides, openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { sha256Of } from '#test/files.ts'
import { alertHandler } from './alert.job.ts'
import { startAlerts } from './alerts.service.ts'
import { alertWays } from './alert-ways.ts'
import { alertOf, newsOf } from './tell-causes.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const soon = { timeout: 20_000 }
const to = 'ops@rafid.example'
const room = { total: 2 ** 41, free: 2 ** 40 }
const noRoom = { total: 2 ** 41, free: limits.diskLowBytes - 1 }

const noted = (response: ServerResponse): unknown => response.end('noted')

/** A mail server and a place that takes calls, with what came to them. */
async function openOutside() {
  const outside = {
    mails: [] as string[],
    calls: [] as { headers: IncomingMessage['headers']; body: Record<string, unknown> }[],
    /** What the mail server says in place of taking a mail. */
    refusal: undefined as string | undefined,
    /** How the place that takes calls answers. */
    reply: noted,
  }
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss word' ? done(null, { user: username }) : done(new Error('who are you?')),
    onRcptTo: (_address, _session, done) =>
      done(outside.refusal ? Object.assign(new Error(outside.refusal), { responseCode: 451 }) : null),
    onData: (stream, _session, done) => {
      let mail = ''
      stream.on('data', (piece: Buffer) => (mail += piece.toString()))
      stream.on('end', () => {
        outside.mails.push(mail)
        done(null, 'taken as 77')
      })
    },
  })
  await new Promise<void>(resolve => mailServer.listen(0, '127.0.0.1', resolve))
  const hook = createServer((request, response) => {
    void text(request).then(body => {
      outside.calls.push({ headers: request.headers, body: JSON.parse(body) as Record<string, unknown> })
      outside.reply(response)
    })
  })
  await new Promise<void>(resolve => hook.listen(0, '127.0.0.1', resolve))
  const { port: mailPort } = mailServer.server.address() as AddressInfo
  const { port: hookPort } = hook.address() as AddressInfo
  return {
    outside,
    environment: {
      SITE_URL: 'https://rafid.example',
      SMTP_URL: `smtp://rafid:${encodeURIComponent('p@ss word')}@127.0.0.1:${mailPort}`,
      ALERT_MAIL_TO: to,
      ALERT_WEBHOOK: `http://127.0.0.1:${hookPort}/hook`,
      ALERT_WEBHOOK_TOKEN: 'a token',
    },
    async close() {
      await new Promise<void>(resolve => mailServer.close(resolve))
      hook.closeAllConnections()
      await new Promise(resolve => hook.close(resolve))
    },
  }
}

describe.each(engines)('alerts on %s', engine => {
  let test: TestApp
  let world: Awaited<ReturnType<typeof openOutside>>
  let now: Date
  let space: typeof room
  let isDatabaseWell: boolean

  beforeAll(async () => {
    world = await openOutside()
    test = await openTestApp({ engine, environment: world.environment })
  })
  afterAll(async () => {
    await test.close()
    await world.close()
  })
  beforeEach(async () => {
    now = new Date()
    space = room
    isDatabaseWell = true
    Object.assign(world.outside, { mails: [], calls: [], refusal: undefined, reply: noted })
    await test.database.kysely.deleteFrom('alertCauses').execute()
    await test.database.kysely.deleteFrom('alertWatch').execute()
    await test.database.kysely.deleteFrom('jobs').execute()
    await test.database.kysely.deleteFrom('files').execute()
    await rm(path.join(test.services.config.dataDir, 'alerts'), { recursive: true, force: true })
  })

  /** What a process does that has just been started, with what is not well in the test's hands. */
  function open({ database, config, log }: Pick<Services, 'database' | 'config' | 'log'> = test.services) {
    const part = { isWell: true }
    return startAlerts({
      database,
      config,
      log,
      readiness: {
        look: async () => ({ database: { isWell: isDatabaseWell }, store: part, jobs: part, disk: part }),
      },
      ways: alertWays(config),
      now: () => now,
      diskSpace: async () => space,
    })
  }
  const after = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const titles = () => world.outside.calls.map(({ body }) => String(body['title']))
  const states = () => world.outside.calls.map(({ body }) => body['state'])
  async function sendsEnded() {
    const { kysely } = test.database
    const left = () =>
      kysely.selectFrom('jobs').select('id').where('state', 'in', ['waiting', 'running']).execute()
    await expect.poll(left, soon).toEqual([])
  }
  async function failJob(reason: string, kind = 'open-archive') {
    const id = newId()
    const row = { id, kind, key: id, title: 'فتح أرشيف', input: '{}', keptSteps: '{}', priority: 0 }
    const ended = { state: 'failed' as const, runAt: now, finishedAt: now, reason }
    await test.database.kysely
      .insertInto('jobs')
      .values({ ...row, ...ended })
      .execute()
  }

  it('tell of a disk once, of a worse one at once, again after a pause, and when it is well', async () => {
    const alerts = open()
    await alerts.look()
    space = noRoom
    await alerts.look()
    after(limits.alertPauseMs - 1)
    await alerts.look()
    await sendsEnded()
    expect(titles()).toEqual(['يوشك القرص أن يمتلئ'])
    space = { ...room, free: 1000 }
    await alerts.look()
    space = room
    await alerts.look()
    /* It comes and goes: nobody is told more than once an hour. */
    space = noRoom
    await alerts.look()
    space = room
    await alerts.look()
    space = noRoom
    after(limits.alertPauseMs)
    await alerts.look()
    after(limits.alertAgainMs)
    await alerts.look()
    await sendsEnded()
    expect(states()).toEqual(['raised', 'raised', 'well', 'raised', 'raised'])
    expect(world.outside.mails).toHaveLength(5)
    await alerts.close()
  })

  it('are a mail and a call that say what it is, what to do and where to look', async () => {
    const alerts = open()
    space = noRoom
    await alerts.look()
    await sendsEnded()
    const [call] = world.outside.calls
    expect(call?.headers.authorization).toBe('Bearer a token')
    expect(call?.body).toMatchObject({ cause: 'disk', state: 'raised', title: 'يوشك القرص أن يمتلئ' })
    expect(call?.body['text']).toMatch(/المتاح .* على الخادم[^]*https:\/\/rafid\.example\/dashboard\/system/)
    expect(call?.body['text']).toContain(`في قرص المجلد ${test.services.config.dataDir}.`)
    const [mail = ''] = world.outside.mails
    expect(mail).toContain(`To: ${to}`)
    expect(mail).toContain(`Message-ID: <${String(call?.body['id'])}@rafid.example>`)
    expect(mail).toContain('Content-Type: text/html; charset=utf-8')
    await alerts.close()
  })

  it('tell of failed jobs, a failed backup and damaged files, each as one cause', async () => {
    const { kysely } = test.database
    const alerts = open({ ...test.services, config: { ...test.services.config, backupTo: '/backup' } })
    await failJob('الأرشيف 2412345678.zip تالف.')
    await failJob('صفحة_٣٢٦١١٠٨٠١٠٢٣ و۳۲۶۱۱۰-سادس وx07701234567.pdf وسادس2026.pdf')
    await failJob('القرص مفصول.', 'back-up')
    await failJob('رفض خادم البريد.', 'send-alert')
    const id = sha256Of(Buffer.from('x'))
    const facts = { size: 1, type: 'application/pdf', name: 'كتاب.pdf', extension: 'pdf' }
    await kysely
      .insertInto('files')
      .values({ ...facts, id, objectKey: 'x', damage: 'rotten' })
      .execute()
    await alerts.look()
    await alerts.look()
    await sendsEnded()
    expect(titles().toSorted()).toEqual([
      'فشل النسخ الاحتياطي',
      'فشلت أعمال في الخلفية',
      'ملفات تالفة على الخادم',
    ])
    const said = world.outside.calls.map(({ body }) => String(body['text'])).join('\n')
    expect(said).toContain('القرص مفصول.')
    expect(said).toContain('عددها: ٢.')
    expect(said).toContain('فتح أرشيف: الأرشيف ….zip تالف.')
    expect(said).toContain('فتح أرشيف: صفحة_… و…-سادس وx….pdf وسادس2026.pdf')
    await failJob('غيره.')
    await alerts.look()
    await sendsEnded()
    expect(states()).toHaveLength(3)
    after(limits.alertPauseMs)
    await alerts.look()
    await kysely.deleteFrom('jobs').where('state', '=', 'failed').execute()
    await kysely.deleteFrom('files').where('id', '=', id).execute()
    await alerts.look()
    await sendsEnded()
    expect(states().slice(3)).toEqual(['raised', 'well', 'well', 'well'])
    await alerts.close()
  })

  it('wait in the database while the mail server refuses, and go once on each way', async () => {
    const { kysely } = test.database
    world.outside.refusal = 'the box is full'
    const alerts = open()
    space = noRoom
    await alerts.look()
    await alerts.close()
    const job = () =>
      kysely.selectFrom('jobs').select(['state', 'failures', 'reason']).executeTakeFirstOrThrow()
    await expect.poll(job, soon).toMatchObject({ state: 'waiting', failures: 1 })
    expect((await job()).reason).toMatch(/خادم البريد.*451 the box is full/)
    expect(world.outside.calls).toHaveLength(1)
    world.outside.refusal = undefined
    await kysely.transaction().execute(async transaction => {
      await transaction
        .updateTable('jobs')
        .set({ runAt: new Date(0) })
        .execute()
      await tellRunners(transaction)
    })
    await sendsEnded()
    expect([world.outside.mails.length, world.outside.calls.length]).toEqual([1, 1])
  })

  it('go once to a place that answers with what the database does not take', async () => {
    world.outside.reply = response => response.end(`\0${'س'.repeat(194)}😀`)
    const alerts = open()
    space = noRoom
    await alerts.look()
    await alerts.close()
    await sendsEnded()
    const job = await test.database.kysely.selectFrom('jobs').select(['state', 'failures']).execute()
    expect(job).toEqual([{ state: 'done', failures: 0 }])
    expect(world.outside.calls).toHaveLength(1)
  })

  it('tell of a database that is away from beside it, over a restart, and of its return', async () => {
    const first = open()
    await first.look()
    isDatabaseWell = false
    await first.look()
    after(limits.databaseAwayMs - 1)
    await first.look()
    expect(world.outside.calls).toEqual([])
    world.outside.refusal = 'try later'
    after(1)
    await first.look()
    await first.look()
    expect([titles(), world.outside.mails.length]).toEqual([['قاعدة البيانات لا تجيب'], 0])
    await first.close()
    world.outside.refusal = undefined
    const second = open()
    await second.look()
    await second.look()
    expect([titles(), world.outside.mails.length]).toEqual([['قاعدة البيانات لا تجيب'], 1])
    isDatabaseWell = true
    await second.look()
    await second.look()
    await sendsEnded()
    expect([titles(), world.outside.mails.length]).toEqual([
      ['قاعدة البيانات لا تجيب', 'عادت قاعدة البيانات'],
      2,
    ])
    /* One that was away for a moment is nobody's matter. */
    isDatabaseWell = false
    await second.look()
    isDatabaseWell = true
    after(limits.databaseAwayMs)
    await second.look()
    await sendsEnded()
    expect(titles()).toHaveLength(2)
    await second.close()
  })

  it.runIf(engine === 'postgres')('go once from two processes', async () => {
    const other = await openBesides(test, world.environment)
    const both = [open(), open(other.services)]
    await failJob('الأرشيف تالف.')
    space = noRoom
    await Promise.all(both.map(each => each.look()))
    await Promise.all(both.map(each => each.look()))
    await sendsEnded()
    expect(titles().toSorted()).toEqual(['فشلت أعمال في الخلفية', 'يوشك القرص أن يمتلئ'])
    expect(world.outside.mails).toHaveLength(2)
    isDatabaseWell = false
    await Promise.all(both.map(each => each.look()))
    after(limits.databaseAwayMs)
    await Promise.all(both.map(each => each.look()))
    expect(titles().slice(2)).toEqual(['قاعدة البيانات لا تجيب'])
    after(limits.databaseAwayElsewhereMs)
    await Promise.all(both.map(each => each.look()))
    expect(titles().slice(2)).toEqual(['قاعدة البيانات لا تجيب', 'قاعدة البيانات لا تجيب'])
    isDatabaseWell = true
    await Promise.all(both.map(each => each.close()))
    await other.close()
  })

  it('are tried out by an administrator, who is told what the mail server said', async () => {
    const [admin, editor] = [await test.signIn('admin'), await test.signIn('editor')]
    expect((await editor.send('POST', apiPaths.alertTrials)).statusCode).toBe(403)
    const state = (await admin.send('GET', apiPaths.system)).json() as SystemState
    expect(state.alerts).toEqual([
      { way: 'mail', to },
      { way: 'webhook', to: new URL(world.environment.ALERT_WEBHOOK).host },
    ])
    const tryOut = async () => (await admin.send('POST', apiPaths.alertTrials)).json() as AlertTrial
    expect((await tryOut()).answers).toMatchObject([
      { way: 'mail', isSent: true, words: 'قبل خادم البريد الرسالة.', said: '250 taken as 77' },
      { way: 'webhook', isSent: true, said: '200 noted' },
    ])
    expect(world.outside.mails).toHaveLength(1)
    world.outside.refusal = 'no such user'
    expect((await tryOut()).answers[0]).toMatchObject({
      isSent: false,
      words: 'رفض خادم البريد المرسل أو المستلم.',
      said: expect.stringContaining('no such user'),
    })
  })
})

it('say of each way what is wrong with it', async () => {
  const world = await openOutside()
  const alert = {
    id: '1',
    cause: 'trial',
    state: 'trial' as const,
    title: 'ت',
    lines: ['س'],
    at: new Date().toISOString(),
  }
  const trial = async (mail: string, webhook: string) => {
    const config = {
      siteUrl: undefined,
      alerts: {
        mail: { server: mail, from: undefined, to: [to] },
        webhook: { url: webhook, token: undefined },
      },
    }
    return Promise.all(alertWays(config).map(way => way.send(alert)))
  }
  const wrong = world.environment.SMTP_URL.replace(/:[^:@]+@/, ':wrong@')
  const gone = await openOutside()
  await gone.close()
  const [refused, away] = await trial(wrong, gone.environment.ALERT_WEBHOOK)
  expect(refused).toMatchObject({ isSent: false, words: expect.stringContaining('كلمة المرور') })
  expect(away).toMatchObject({ isSent: false, said: 'ECONNREFUSED' })
  const [unreachable] = await trial(gone.environment.SMTP_URL, world.environment.ALERT_WEBHOOK)
  expect(unreachable).toMatchObject({ isSent: false, words: expect.stringContaining('تعذر الاتصال') })
  world.outside.reply = response => response.write('a'.repeat(100_000))
  const [, endless] = await trial(wrong, world.environment.ALERT_WEBHOOK)
  expect(endless).toMatchObject({ isSent: true, said: expect.stringMatching(/^200 a{190,200}$/) })
  world.outside.reply = response => response.write('noted', () => response.destroy())
  const [, broken] = await trial(wrong, world.environment.ALERT_WEBHOOK)
  expect(broken).toMatchObject({ isSent: true, said: expect.stringMatching(/^200/) })
  await world.close()
})

it('are no news while nothing has changed, nor when it is well that was never told', () => {
  const now = new Date()
  const found = { level: 1, mark: 'a', isPressing: false }
  const told = { isRaised: true, level: 1, mark: 'a', toldAt: new Date(now.getTime() - limits.alertAgainMs) }
  expect(newsOf(undefined, undefined, now)).toBeUndefined()
  expect(newsOf(undefined, { ...told, isRaised: false }, now)).toBeUndefined()
  expect(newsOf(found, told, now)).toBeUndefined()
  expect(newsOf({ ...found, isPressing: true }, told, now)).toBe('raised')
  expect(newsOf({ ...found, mark: 'b' }, told, now)).toBe('raised')
  const justWell = { ...told, isRaised: false, toldAt: now }
  expect(newsOf(found, justWell, now)).toBeUndefined()
  expect(newsOf({ ...found, level: 2 }, justWell, now)).toBe('raised')
})

/** Steps that keep what is done and gather what is remarked. */
function stepsOf(remarks: (string | undefined)[]): JobSteps {
  const kept = new Map<string, unknown>()
  return {
    id: 'one',
    interruptions: 0,
    signal: new AbortController().signal,
    write: () => Promise.reject(new Error('not written')),
    inThread: () => Promise.reject(new Error('no thread')),
    async once(name, result, work) {
      if (!kept.has(name)) kept.set(name, await work())
      return result.parse(kept.get(name))
    },
    remark: words => void remarks.push(words?.reason),
    progress: () => undefined,
  }
}

it('are remarked where a server took them for some only, also when another way needs a second try', async () => {
  const remarks: (string | undefined)[] = []
  const steps = stepsOf(remarks)
  let sends = 0
  const said = '550 no such user'
  const handler = alertHandler([
    { name: 'mail', to, send: async () => ({ isSent: true, isPartial: true, words: 'لبعضهم.', said }) },
    { name: 'webhook', to, send: async () => ({ isSent: (sends += 1) > 1, words: 'رفض.', said: '' }) },
  ])
  const alert = alertOf('disk', 'raised', { title: 'ت', lines: [] }, new Date())
  await expect(handler.work(steps, alert)).rejects.toThrow('رفض.')
  remarks.length = 0
  await handler.work(steps, alert)
  expect(remarks).toEqual([`لبعضهم. (${said})`])
})

it('say that they are late, so that nobody takes what was for what is', async () => {
  const sent: string[][] = []
  const way = async ({ lines }: { lines: string[] }) => {
    sent.push(lines)
    return { isSent: true, words: '', said: '' }
  }
  const handler = alertHandler([{ name: 'webhook', to, send: way }])
  const words = { title: 'ت', lines: ['س'] }
  const at = new Date('2026-11-28T07:21:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: at.getTime() + limits.alertLateMs - 1 })
  await handler.work(stepsOf([]), alertOf('disk', 'raised', words, at))
  vi.setSystemTime(at.getTime() + limits.alertLateMs)
  await handler.work(stepsOf([]), alertOf('disk', 'raised', words, at))
  vi.useRealTimers()
  expect(sent).toEqual([['س'], ['س', `تأخر وصول هذا التنبيه، وهو من ${formatDateTime(at)}.`]])
})
