import { createHash, randomInt } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { countRecoveryCodes, hasSecondStep, replaceRecoveryCodes } from './second-factor.repository.ts'

/* Nobody mistakes one of them for another. */
const codeLetters = '23456789abcdefghjkmnpqrstvwxyz'
const codeLength = 10

/** New recovery codes in place of all others. Shape: as they are shown, once. */
export async function writeRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode)
  await replaceRecoveryCodes(transaction, userId, codes.map(recoveryHash))
  return codes.map(code => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`)
}

/** The same, for somebody who has none; undefined for all others. */
export async function giveFirstRecoveryCodes(
  transaction: Transaction,
  userId: string,
): Promise<string[] | undefined> {
  const left = await countRecoveryCodes(transaction, userId)
  return left === 0 ? await writeRecoveryCodes(transaction, userId) : undefined
}

/** Takes the recovery codes from somebody who has no second step that they stand for. */
export async function removeUselessRecoveryCodes(transaction: Transaction, userId: string): Promise<void> {
  if (await hasSecondStep(transaction, userId)) return
  await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

/** What the database keeps of a code: fifty random bits need no slow hash. */
export function recoveryHash(code: string): string {
  return createHash('sha256').update(`rafid recovery ${code}`).digest('hex')
}

function newRecoveryCode(): string {
  return Array.from({ length: codeLength }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('')
}
