import { isStorableText } from '#contract/fields.ts'

/** So much of what the other side says is kept, in UTF-16 units. */
export const saidLength = 200

/** The beginning of what the other side says, without what the database does not take. */
export function beginningOf(text: string): string {
  return Array.from(text.slice(0, saidLength)).filter(isStorableText).join('').trim()
}

/** What to do about a certificate that is not believed. */
export const certificateAdvice = 'جدّدها، أو سمِّ ملف شهادة مُصدِرها في NODE_EXTRA_CA_CERTS وأعد التشغيل.'

/** True for a code of Node that says that the certificate of the other side is not believed. */
export function isCertificateFault(code: string): boolean {
  return /CERT|LEAF_SIGNATURE/.test(code)
}
