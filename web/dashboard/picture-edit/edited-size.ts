import { formatFileSize } from '#contract/format.ts'
import { fileRules } from '#contract/resources/file.ts'
import { maxCanvasPixels } from '../uploads/canvas-picture.ts'
import { cropPixels, turnedSize } from './crop.ts'
import type { PictureEdit, Size } from './crop.ts'

/** The size in which an edited picture is drawn: that of its crop, as far as a canvas holds it. Units: pixels. */
export function editedSize({ turns, crop }: PictureEdit, picture: Size): Size {
  const { width, height } = cropPixels(crop, turnedSize(picture, turns))
  const scale = Math.min(1, Math.sqrt(maxCanvasPixels / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** What becomes of an edited picture besides its edit. `type`: of the picture that came. Source: S7.7. */
export function editOutcome(type: string): string {
  const back = 'تستطيع العودة إلى الصورة كما اخترتها ما دام هذا النموذج مفتوحاً.'
  const ifLarge = `إن زادت على ${formatFileSize(fileRules.image.maxBytes)} صُغّرت`
  if (type === 'image/jpeg') return `${ifLarge}. ${back}`
  if (type === 'image/png') return `${ifLarge} وصارت JPG بلا شفافية. ${back}`
  return `تُحفظ المعدّلة بصيغة JPG، وتصير الأجزاء الشفافة بيضاء. ${back}`
}
