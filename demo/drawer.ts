import { Worker } from 'node:worker_threads'
import { limits } from '#contract/limits.ts'
import type { DemoFile } from './demo-file.ts'
import type { drawings } from './demo-files.ts'

type Drawings = typeof drawings
export type DrawingName = keyof Drawings

/** A drawing that is wanted: its name among those of `demo-files.ts` or its own module, and what it is called with. */
export interface DrawingTask {
  id: number
  drawing: { name: DrawingName } | { module: string }
  given: unknown[]
}

export type DrawingAnswer = { id: number; drawn: DemoFile | DemoFile[] } | { id: number; failed: string }

/** Draws files by the names of their drawings. Errors: rejects when it could not, or the drawer has ended. */
export type Draw = <Name extends DrawingName>(
  name: Name,
  ...given: Parameters<Drawings[Name]>
) => ReturnType<Drawings[Name]>

/** Draws a file by what a kind's own module exports as `draw`. Errors: as of `Draw`. */
export type DrawOwn = <Own extends (...given: never[]) => Promise<DemoFile>>(
  module: URL,
  ...given: Parameters<Own>
) => ReturnType<Own>

export interface Drawer {
  draw: Draw
  drawOwn: DrawOwn
  close(): Promise<void>
}

interface Wanted {
  resolve(drawn: unknown): void
  reject(error: unknown): void
}

const memoryMb = 256

/** Between threads a buffer becomes a plain array of bytes. */
const received = ({ name, bytes }: DemoFile): DemoFile => ({
  name,
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** Opens a thread that draws: what drawing loads and leaves behind goes with it. */
export function openDrawer(): Drawer {
  const wanted = new Map<number, Wanted>()
  const worker = new Worker(new URL('./draw.worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: limits.threadYoungMemoryMb,
    },
  })
  let ended: Error | undefined
  let lastId = 0

  function end(reason: Error): void {
    ended ??= reason
    for (const { reject } of wanted.values()) reject(reason)
    wanted.clear()
  }
  worker.on('error', cause => end(new Error('The thread that draws has broken.', { cause })))
  worker.on('exit', () => end(new Error('The thread that draws has ended.')))
  worker.on('message', (answer: DrawingAnswer) => {
    const one = wanted.get(answer.id)
    wanted.delete(answer.id)
    if ('failed' in answer) one?.reject(new Error(answer.failed))
    else one?.resolve(Array.isArray(answer.drawn) ? answer.drawn.map(received) : received(answer.drawn))
  })

  const ask = (drawing: DrawingTask['drawing'], given: unknown[]) =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended)
      lastId += 1
      wanted.set(lastId, { resolve, reject })
      worker.postMessage({ id: lastId, drawing, given } satisfies DrawingTask)
    })
  const draw = (name: DrawingName, ...given: unknown[]) => ask({ name }, given)
  const drawOwn = (module: URL, ...given: unknown[]) => ask({ module: module.href }, given)
  return {
    draw: draw as Draw,
    drawOwn: drawOwn as DrawOwn,
    close: async () => void (await worker.terminate()),
  }
}
