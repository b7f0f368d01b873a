import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askPassword } from './ask-password.ts'

/** Somebody who types; `said` is what the terminal shows them. */
function openTerminal({ isTTY = true } = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const said = () => String(stderr.read() ?? '')
  return { stdin, stderr, said }
}

describe('a password on the terminal', () => {
  it('is typed twice, and asked for anew until both are the same', async () => {
    const { stdin, stderr, said } = openTerminal()
    const asked = askPassword('Password: ', { stdin, stderr })
    stdin.write('a long sentence\r')
    stdin.write('a long sentense\r')
    stdin.write('a long sentencee\u007F\r')
    stdin.write('a long sentence\r')
    expect(await asked).toBe('a long sentence')
    expect(said()).toBe(
      'Password: \nThe same once more: \nThese were not the same. Password: \nThe same once more: \n',
    )
  })

  it('is given up by Ctrl+C, also at the second time', async () => {
    const { stdin, stderr } = openTerminal()
    const asked = askPassword('Password: ', { stdin, stderr })
    stdin.write('a long sentence\r\u0003')
    await expect(asked).rejects.toThrow('Cancelled.')
  })

  it('is one line where a program gives it', async () => {
    const { stdin, stderr, said } = openTerminal({ isTTY: false })
    stdin.end('a long sentence\nanother line\n')
    expect(await askPassword('Password: ', { stdin, stderr })).toBe('a long sentence')
    expect(said()).toBe('')
  })
})
