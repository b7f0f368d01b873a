import { say } from './keep.ts'
import { cutOutRow } from './row-picture.ts'
import type { FoundRow } from './row-picture.ts'

/** Hands the picture of the own row, and nothing else of the sheet, to the device's own way of sharing. */
export async function shareRow({ match: { picture }, row }: FoundRow): Promise<void> {
  if (!picture) return
  try {
    const bytes = await cutOutRow({ ...picture, row })
    await navigator.share({ files: [new File([bytes], 'سطري.png', { type: bytes.type })] })
  } catch (error) {
    /* Whoever closes the device's list has changed their mind: nothing failed. */
    if (error instanceof DOMException && error.name === 'AbortError') return
    say('تعذرت مشاركة الصورة الآن. أعد المحاولة، أو صوّر الشاشة.')
  }
}
