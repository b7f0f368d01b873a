import { expect, it } from 'vitest'
import { maxCanvasPixels } from '../uploads/canvas-picture.ts'
import { noEdit, turn } from './crop.ts'
import { editedSize, editOutcome } from './edited-size.ts'

it('is the size of the crop, and no larger than a canvas can be', () => {
  const turned = turn(noEdit, 'clockwise')
  expect(editedSize(turned, { width: 400, height: 300 })).toEqual({ width: 300, height: 400 })
  const { width, height } = editedSize(turned, { width: 6000, height: 4000 })
  expect({ width, height }).toEqual({ width: 3266, height: 4899 })
  expect(width * height).toBeLessThanOrEqual(maxCanvasPixels * 1.001)
})

it('what becomes of the clear parts is told of the pictures that can have them', () => {
  expect(editOutcome('image/jpeg')).not.toContain('شفاف')
  expect(editOutcome('image/png')).toContain('JPG بلا شفافية')
  expect(editOutcome('image/webp')).toContain('تصير الأجزاء الشفافة بيضاء')
})
