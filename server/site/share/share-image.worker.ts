import { parentPort } from 'node:worker_threads'
import { sharp } from '#server/base/pictures-library.ts'
import { limits } from '#contract/limits.ts'
import { drawShareImage } from '#server/pictures/share-image.ts'
import type { ShareFacts } from '#server/pictures/share-image.ts'
import type { PaintAnswer } from './share-painter.ts'

/** Tried in this order on a picture that is too large. */
const lowerQualities = [74, 60, 40]

async function paint(facts: ShareFacts): Promise<Buffer> {
  const drawn = await drawShareImage(facts)
  let smaller = drawn
  for (const quality of lowerQualities) {
    if (smaller.length <= limits.maxShareImageBytes) break
    smaller = await sharp(drawn).jpeg({ quality }).toBuffer()
  }
  return smaller
}

parentPort?.on('message', (facts: ShareFacts) => {
  const answer = (message: PaintAnswer) => parentPort?.postMessage(message)
  paint(facts).then(
    bytes => answer({ bytes }),
    (error: unknown) =>
      answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
