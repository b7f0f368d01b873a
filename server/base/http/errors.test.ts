import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { codeOfError, errorAnswer, prepareErrorAnswer } from './errors.ts'

const coded = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more })

describe('a thrown thing', () => {
  it.each([
    [new AppError('stale_version'), 'stale_version'],
    [coded('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'too_large'],
    [coded('ENOSPC'), 'disk_full'],
    [coded('EDQUOT'), 'disk_full'],
    [coded('ECONNREFUSED'), 'unavailable'],
    [coded('ECONNRESET', { statusCode: 400 }), 'bad_request'],
    [coded('57P01'), 'unavailable'],
    [coded('08006'), 'unavailable'],
    [coded('40P01'), 'unavailable'],
    [coded('40001'), 'internal'],
    [coded('22021'), 'bad_request'],
    [coded('22P05'), 'bad_request'],
    [coded('22003'), 'bad_request'],
    [coded('23505'), 'internal'],
    [Object.assign(new Error('odd'), { statusCode: 418 }), 'bad_request'],
    [Object.assign(new Error('ours'), { statusCode: 503 }), 'internal'],
    [new Error('secret'), 'internal'],
    ['text', 'internal'],
    [null, 'internal'],
    [undefined, 'internal'],
  ])('%o has the code %s', (error, code) => {
    expect(codeOfError(error)).toBe(code)
  })

  it.each([
    [400, 'bad_request'],
    [401, 'signed_out'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [413, 'too_large'],
    [414, 'address_too_long'],
    [415, 'wrong_content_type'],
    [416, 'range_not_satisfiable'],
    [429, 'too_many_requests'],
  ])('of others keeps its status %i, as %s', (statusCode, code) => {
    const error = Object.assign(new Error('of a plugin'), { statusCode })
    expect(errorAnswer(error)).toMatchObject({ status: statusCode, body: { code } })
  })

  it('of ours answers with all that it carries', () => {
    const changedBy = { name: 'زينب', isYou: false, at: '2026-03-01T00:00:00.000Z' }
    const details = { current: { id: '1' }, changedBy, stored: null, sent: { title: 'خبر' } }
    const { status, body } = errorAnswer(new AppError('key_used', details))
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'key_used', ...details })
    expect(errorAnswer(new AppError('key_used')).body).toEqual({
      code: 'key_used',
      message: body.message,
      errors: [body.message],
    })
  })

  it('of ours names each wrong field, and each sentence once', () => {
    const fields = { title: 'العنوان مطلوب', name: 'العنوان مطلوب', year: 'السنة مطلوبة' }
    const { body } = errorAnswer(new AppError('invalid_fields', { fields }))
    expect(body).toMatchObject({ fields, errors: ['العنوان مطلوب', 'السنة مطلوبة'] })
  })

  it('of others tells nothing of itself', () => {
    const { status, body } = errorAnswer(
      coded('ENOENT', { path: '/secret', current: 'secret', sent: 'secret' }),
    )
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toMatch(/secret|ENOENT/)
  })
})

describe('the log', () => {
  it.each([
    ['not to be had, when who asked has left', new AppError('unavailable'), true, 'info'],
    ['not to be had, while somebody waits', new AppError('unavailable'), false, 'error'],
    ['a fault, also when who asked has left', new Error('fault'), true, 'error'],
  ])('tells of what is %s', async (_name, error, hasLeft, expected) => {
    const levels: string[] = []
    const write = (line: string) => {
      const entry = JSON.parse(line) as { level: number; msg: string }
      if (entry.msg === 'request failed') levels.push(entry.level === 50 ? 'error' : 'info')
    }
    const app = Fastify({ logger: { stream: { write } } })
    app.setErrorHandler((thrown: Error, request, reply) =>
      reply.send(prepareErrorAnswer(thrown as AppError, request, reply)),
    )
    const leaving = new AbortController()
    app.get('/', async request => {
      if (hasLeft) {
        leaving.abort()
        await once(request.raw.socket, 'close')
      }
      throw error
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    await fetch(`http://127.0.0.1:${port}/`, { signal: leaving.signal }).catch(() => undefined)
    await vi.waitFor(() => expect(levels).toEqual([expected]))
    await app.close()
  })
})
