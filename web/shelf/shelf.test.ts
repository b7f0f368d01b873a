import { expect, it } from 'vitest'
import { onChange, tellChange } from './shelf.ts'

it('tells other places of a change, and not the place that made it', async () => {
  let changes = 0
  onChange(() => (changes += 1))
  const other = new BroadcastChannel('shelf')
  const heard = new Promise(resolve => other.addEventListener('message', resolve, { once: true }))
  tellChange()
  await heard
  expect(changes).toBe(0)
  other.postMessage('changed')
  await expect.poll(() => changes).toBe(1)
  other.close()
})
