import { text } from 'node:stream/consumers'

const enter = new Set(['\r', '\n', '\u0004'])
const interrupt = '\u0003'
const erase = new Set(['\u007F', '\b'])

/** Where somebody types, of a process. */
interface Terminal {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stderr: NodeJS.WritableStream
}

/**
 * A password that is to be set: typed on the terminal, which does not show it, twice until both are the same; or the first
 * line of standard input. Errors: throws when the person presses Ctrl+C.
 */
export async function askPassword(question: string, { stdin, stderr }: Terminal = process): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? ''
  const lines = typedLines(stdin)
  const ask = async (words: string) => {
    stderr.write(words)
    const line = await lines.next().finally(() => stderr.write('\n'))
    return line.value ?? ''
  }
  stdin.setRawMode?.(true)
  try {
    for (let words = question; ; words = `These were not the same. ${question}`) {
      const typed = await ask(words)
      /* Nothing of it is seen, and a slip would lock the person out. */
      if ((await ask('The same once more: ')) === typed) return typed
    }
  } finally {
    stdin.setRawMode?.(false)
    await lines.return(undefined)
  }
}

/** What is typed, line by line; a terminal that ends gives the line that was begun, and then none. */
async function* typedLines(stdin: Terminal['stdin']): AsyncGenerator<string, undefined> {
  stdin.setEncoding('utf8')
  let typed = ''
  for await (const piece of stdin) {
    for (const letter of String(piece)) {
      if (letter === interrupt) throw new Error('Cancelled.')
      if (enter.has(letter)) {
        yield typed
        typed = ''
      } else {
        typed = erase.has(letter) ? [...typed].slice(0, -1).join('') : typed + letter
      }
    }
  }
  yield typed
}
