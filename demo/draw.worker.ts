import { parentPort } from 'node:worker_threads'
import { giveWay } from '#server/base/thread-priority.ts'
import type { DemoFile } from './demo-file.ts'
import { drawings } from './demo-files.ts'
import type { DrawingAnswer, DrawingTask } from './drawer.ts'

giveWay('awaited')

type Drawing = (...given: unknown[]) => Promise<DemoFile | DemoFile[]>
const named = drawings as unknown as Record<string, Drawing>

async function drawn({ drawing, given }: DrawingTask): Promise<DemoFile | DemoFile[]> {
  if ('module' in drawing) {
    const { draw } = (await import(drawing.module)) as { draw: Drawing }
    return draw(...given)
  }
  const draw = named[drawing.name]
  if (draw === undefined) throw new Error(`There is no drawing ${drawing.name}.`)
  return draw(...given)
}

parentPort?.on('message', (task: DrawingTask) => {
  const { id } = task
  drawn(task).then(
    done => parentPort?.postMessage({ id, drawn: done } satisfies DrawingAnswer),
    (error: unknown) => parentPort?.postMessage({ id, failed: String(error) } satisfies DrawingAnswer),
  )
})
