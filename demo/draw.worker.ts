import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { DemoFile } from './demo-file.ts'
import { drawings } from './demo-files.ts'
import type { DrawingAnswer, DrawingTask } from './drawer.ts'

/** A third of what others get: somebody may be waiting for a page. */
const yieldingPriority = 5

/* Linux gives a thread a priority of its own; elsewhere it would be the whole process'. */
if (process.platform === 'linux') os.setPriority(0, yieldingPriority)

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
