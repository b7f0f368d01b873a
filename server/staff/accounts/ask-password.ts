import { text } from 'node:stream/consumers'

const enter = new Set(['\r', '\n', '\u0004'])
const interrupt = '\u0003'
const erase = new Set(['\u007F', '\b'])

/**
 * A password typed on the terminal, which does not show it, or the first line of standard input.
 * Errors: throws when the person presses Ctrl+C.
 */
export async function askPassword(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? ''
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  let typed = ''
  try {
    for await (const piece of stdin) {
      for (const letter of String(piece)) {
        if (letter === interrupt) throw new Error('Cancelled.')
        if (enter.has(letter)) return typed
        typed = erase.has(letter) ? [...typed].slice(0, -1).join('') : typed + letter
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stderr.write('\n')
  }
}
